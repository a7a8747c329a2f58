/** What the tabs of the dashboard are called in its address. */
export const adminTabs = ['analytics', 'users', 'moderation'] as const
export type AdminTab = (typeof adminTabs)[number]

/** What the address of the dashboard says: `/admin?tab=users&search=kim`; left out means the first tab. */
export type AdminSearch = { tab?: AdminTab; search?: string }

export const toAdminTab = (text: unknown): AdminTab => adminTabs.find((tab) => tab === text) ?? 'analytics'

/** Reads an address somebody may have typed: what is no tab or search is left out. */
export function toAdminSearch({ tab, search }: Record<string, unknown>): AdminSearch {
  const known = toAdminTab(tab)
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return {
    ...(known === 'analytics' ? {} : { tab: known }),
    ...(known === 'users' && text ? { search: text.slice(0, 200) } : {}),
  }
}
