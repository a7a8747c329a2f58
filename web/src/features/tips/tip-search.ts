import type { TipFilter } from '@touchline/contract/tips.ts'

// Not imported from the contract, which would put the validator into the first download.
const filters: Record<TipFilter, true> = { most_recent: true, latest: true, all: true }

const isFilter = (text: unknown): text is TipFilter =>
  typeof text === 'string' && Object.hasOwn(filters, text)

/** Parses a sort order; falls back to the default. */
export const toTipFilter = (text: string): TipFilter => (isFilter(text) ? text : 'most_recent')

/** Search parameters of received tips: `/tips-received?search=thanks&filter=all`. */
export type TipSearch = { search?: string; filter?: TipFilter }

/** Parses search parameters and drops malformed ones. */
export function toTipSearch({ search, filter }: Record<string, unknown>): TipSearch {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return {
    ...(text ? { search: text.slice(0, 200) } : {}),
    ...(isFilter(filter) && filter !== 'most_recent' ? { filter } : {}),
  }
}
