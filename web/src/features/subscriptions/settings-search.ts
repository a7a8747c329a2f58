type SettingsSearch = { section?: 'payment'; portal?: 'returned' }

/** `section=payment` opens the form for another card, `portal=returned` comes from the provider's pages; no more. */
export const toSettingsSearch = ({ section, portal }: Record<string, unknown>): SettingsSearch => ({
  ...(section === 'payment' ? { section } : {}),
  ...(portal === 'returned' ? { portal } : {}),
})
