/** What the address of the feed says: `/content?page=2&search=derby`; left out means the first page of everything. */
export type FeedSearch = { page?: number; search?: string }

/** Reads an address somebody may have typed: what is not a page or a search is left out. */
export function toFeedSearch({ page, search }: Record<string, unknown>): FeedSearch {
  const number = Number(page)
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return {
    ...(Number.isInteger(number) && number > 1 && number <= 1_000_000 ? { page: number } : {}),
    ...(text ? { search: text.slice(0, 200) } : {}),
  }
}
