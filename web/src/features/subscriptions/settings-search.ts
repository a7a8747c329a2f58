/**
 * `section` opens the form for another card, `portal=returned` comes from the provider's pages; a wallet on a phone adds
 * which set-up somebody comes back from.
 */
export type SettingsSearch = { section?: 'payment'; portal?: 'returned'; setup_intent?: string }

/** What the settings read from their address; everything else is ignored. */
export const toSettingsSearch = ({
  section,
  portal,
  setup_intent,
}: Record<string, unknown>): SettingsSearch => ({
  ...(section === 'payment' ? { section } : {}),
  ...(portal === 'returned' ? { portal } : {}),
  ...(typeof setup_intent === 'string' && /^seti_\w{1,200}$/.test(setup_intent) ? { setup_intent } : {}),
})
