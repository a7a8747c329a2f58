/** `/settings?section=payment` opens the form for another card; everything else is ignored. */
export const toSettingsSearch = ({ section }: Record<string, unknown>): { section?: 'payment' } =>
  section === 'payment' ? { section } : {}
