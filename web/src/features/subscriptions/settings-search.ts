/**
 * `section` opens the card form, `portal=returned` comes from the Stripe portal, and a wallet app adds the setup it
 * returns from.
 */
export type SettingsSearch = { section?: 'payment'; portal?: 'returned'; setup_intent?: string }

/** The search parameters of the settings; others are ignored. */
export const toSettingsSearch = ({
  section,
  portal,
  setup_intent,
}: Record<string, unknown>): SettingsSearch => ({
  ...(section === 'payment' ? { section } : {}),
  ...(portal === 'returned' ? { portal } : {}),
  ...(typeof setup_intent === 'string' && /^seti_\w{1,200}$/.test(setup_intent) ? { setup_intent } : {}),
})
