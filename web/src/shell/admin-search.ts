import type { PeopleState } from '@touchline/contract/admin.ts'

export const adminTabs = ['analytics', 'users', 'moderation', 'sources'] as const
export type AdminTab = (typeof adminTabs)[number]

export type AdminSearch = { tab?: AdminTab; search?: string; state?: PeopleState }

export const toAdminTab = (text: unknown): AdminTab => adminTabs.find((tab) => tab === text) ?? 'analytics'

// Not imported from the contract, which would put the validator into the first download.
const states: Record<PeopleState, true> = {
  none: true,
  payment_processing: true,
  payment_failed: true,
  active: true,
  past_due: true,
  canceled_pending: true,
  subscription_canceled: true,
  revoked: true,
  complimentary: true,
  blocked: true,
}

const isPeopleState = (text: unknown): text is PeopleState =>
  typeof text === 'string' && Object.hasOwn(states, text)

export function toAdminSearch({ tab, search, state }: Record<string, unknown>): AdminSearch {
  const known = toAdminTab(tab)
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return {
    ...(known === 'analytics' ? {} : { tab: known }),
    ...(known === 'users' && text ? { search: text.slice(0, 200) } : {}),
    ...(known === 'users' && isPeopleState(state) ? { state } : {}),
  }
}
