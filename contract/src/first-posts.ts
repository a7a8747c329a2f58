import type { Filters } from './filters.ts'

export type ListQuery = { page: number; limit: number; search?: string } & Filters

/** The names of posts and of the reading position in the browser's cache, as in `pageKeys`. */
export const postListKey = (query: ListQuery) => ['posts', 'lists', query] as const
export const feedMarkKey = (personId: string) => ['feed-mark', personId]

export const feedPageSize = 5
/** The newest post in full, the others in short. */
export const homePageSize = 4

/** The posts on the pages of members when these open. */
export const firstPosts: Record<string, ListQuery | undefined> = {
  '/': { page: 1, limit: homePageSize },
  '/content': { page: 1, limit: feedPageSize },
}
