import type { TipFilter } from '@touchline/contract/tips.ts'

// Not the contract's own list: with it the validator would be in the first download.
const filters: Record<TipFilter, true> = { most_recent: true, latest: true, all: true }

const isFilter = (text: unknown): text is TipFilter =>
  typeof text === 'string' && Object.hasOwn(filters, text)

/** Reads the choice of an order; what is none is the usual one. */
export const toTipFilter = (text: string): TipFilter => (isFilter(text) ? text : 'most_recent')

/** What the address of the received tips says: `/tips-received?search=thanks&filter=all`. */
export type TipSearch = { search?: string; filter?: TipFilter }

/** Reads an address somebody may have typed: what is not a search or a filter is left out. */
export function toTipSearch({ search, filter }: Record<string, unknown>): TipSearch {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return {
    ...(text ? { search: text.slice(0, 200) } : {}),
    ...(isFilter(filter) && filter !== 'most_recent' ? { filter } : {}),
  }
}
