/** `section` opens the card form; `portal` is from the Stripe portal, `setup_intent` from a wallet app. */
export type SettingsSearch = { section?: 'payment'; portal?: 'returned'; setup_intent?: string }

export const toSettingsSearch = ({
  section,
  portal,
  setup_intent,
}: Record<string, unknown>): SettingsSearch => ({
  ...(section === 'payment' ? { section } : {}),
  ...(portal === 'returned' ? { portal } : {}),
  ...(typeof setup_intent === 'string' && /^seti_\w{1,200}$/.test(setup_intent) ? { setup_intent } : {}),
})
