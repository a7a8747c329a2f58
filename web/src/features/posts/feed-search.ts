export type FeedSearch = { page?: number; search?: string }

export function toFeedSearch({ page, search }: Record<string, unknown>): FeedSearch {
  const number = Number(page)
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).trim() : ''
  return {
    ...(Number.isInteger(number) && number > 1 && number <= 1_000_000 ? { page: number } : {}),
    ...(text ? { search: text.slice(0, 200) } : {}),
  }
}
