import type { Filters } from '@touchline/contract/filters.ts'

/** What the feed shows: a search, and filters. */
export type FeedFilters = { search?: string } & Filters
/** Where a search looks; without a tab in the posts. */
export type SearchTab = 'captions' | 'comments'
export type FeedSearch = { page?: number; tab?: SearchTab | undefined } & FeedFilters

const types = ['image', 'video', 'audio', 'text'] as const

const tabs = ['captions', 'comments'] as const satisfies SearchTab[]

const mine = ['liked', 'bookmarked', 'unfinished', 'unseen'] as const

const textOf = (value: unknown, max: number) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, max) : ''

const isWithin = (number: number, from: number, to: number) =>
  Number.isInteger(number) && number >= from && number <= to

export function toFeedSearch(query: Record<string, unknown>): FeedSearch {
  const [page, year] = [Number(query['page']), Number(query['year'])]
  const given = {
    page: isWithin(page, 2, 1_000_000) && page,
    search: textOf(query['search'], 200),
    tab: query['search'] && tabs.find((known) => known === query['tab']),
    type: types.find((known) => known === query['type']),
    collection: textOf(query['collection'], 64),
    tag: textOf(query['tag'], 100),
    year: isWithin(year, 1970, 9999) && year,
    ...Object.fromEntries(mine.map((name) => [name, query[name] && 'yes'])),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value))
}
