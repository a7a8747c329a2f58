/** `section` opens the form for another card; a wallet on a phone adds which set-up somebody comes back from. */
export type SettingsSearch = { section?: 'payment'; setup_intent?: string }

/** `/settings?section=payment&setup_intent=seti_…`; everything else is ignored. */
export const toSettingsSearch = ({ section, setup_intent }: Record<string, unknown>): SettingsSearch => ({
  ...(section === 'payment' ? { section } : {}),
  ...(typeof setup_intent === 'string' && /^seti_\w{1,200}$/.test(setup_intent) ? { setup_intent } : {}),
})
