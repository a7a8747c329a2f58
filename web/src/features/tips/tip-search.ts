import type { TipFilter } from '@touchline/contract/tips.ts'

// Not imported from the contract, which would put the validator into the first download.
const filters: Record<TipFilter, true> = { most_recent: true, latest: true, all: true }

const isFilter = (text: unknown): text is TipFilter =>
  typeof text === 'string' && Object.hasOwn(filters, text)

export const toTipFilter = (text: string): TipFilter => (isFilter(text) ? text : 'most_recent')

export type TipSearch = { search?: string; filter?: TipFilter }

export function toTipSearch({ search, filter }: Record<string, unknown>): TipSearch {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return {
    ...(text ? { search: text.slice(0, 200) } : {}),
    ...(isFilter(filter) && filter !== 'most_recent' ? { filter } : {}),
  }
}
