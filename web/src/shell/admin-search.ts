/** The tabs of the dashboard in its URL. */
export const adminTabs = ['analytics', 'users', 'moderation'] as const
export type AdminTab = (typeof adminTabs)[number]

/** The search parameters of the dashboard, as in `/admin?tab=users&search=kim`. Without `tab` the first one opens. */
export type AdminSearch = { tab?: AdminTab; search?: string }

export const toAdminTab = (text: unknown): AdminTab => adminTabs.find((tab) => tab === text) ?? 'analytics'

/** Parses the search parameters and drops invalid ones. */
export function toAdminSearch({ tab, search }: Record<string, unknown>): AdminSearch {
  const known = toAdminTab(tab)
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return {
    ...(known === 'analytics' ? {} : { tab: known }),
    ...(known === 'users' && text ? { search: text.slice(0, 200) } : {}),
  }
}
