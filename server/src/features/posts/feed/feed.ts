import type { Database } from '#db/database.ts'
import { searchFor } from './search-terms.ts'
import { notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import { knownId } from '../known-id.ts'
import { postQueries } from '../queries.ts'
import { readerOf } from '../reader.ts'
import { type Cursor, matchingPosts } from './search-posts.ts'
import type { FullPost } from '../to-post.ts'

export type FeedQuery = { page?: number; limit?: number; search?: string; before?: string }
export type FeedPage = { posts: FullPost[]; total: number; isTotalExact: boolean; hasMore: boolean }
type FeedViewer = Pick<Viewer, 'id' | 'role'>

export const defaultLimit = 5
export const maxCounted = 100

/** True when the request asks for one page instead of the whole list. */
export const isPaged = (query: FeedQuery) => Object.values(query).some((value) => value !== undefined)

/** Returns a page, newest first. `total` counts matches up to `maxCounted`. Throws 404 when `before` is unknown. */
export async function feedPage(db: Database, viewer: FeedViewer, query: FeedQuery): Promise<FeedPage> {
  const limit = query.limit ?? defaultLimit
  const offset = query.before ? 0 : ((query.page ?? 1) - 1) * limit
  const after = query.before ? await placeOf(db, viewer, query.before) : null
  return query.search
    ? matchingPage(db, viewer, { typed: query.search, limit, offset, after })
    : plainPage(db, viewer, { limit, offset, after })
}

type Range = { limit: number; offset: number; after: Cursor | null }

async function placeOf(db: Database, viewer: FeedViewer, postId: string): Promise<Cursor> {
  const id = knownId(postId, 'Post')
  const [found] = await postQueries(db).one.execute({ viewerId: viewer.id, ...readerOf(viewer), id })
  if (!found) throw notFound('Post')
  return found.post
}

async function plainPage(
  db: Database,
  viewer: FeedViewer,
  { limit, offset, after }: Range,
): Promise<FeedPage> {
  const { firstPage, page, olderThan, total } = postQueries(db)
  const input = { viewerId: viewer.id, ...readerOf(viewer), limit: limit + 1, offset }
  const found = after
    ? await olderThan.execute({ ...input, cursorAt: after.createdAt.toISOString(), cursorId: after.id })
    : await (offset === 0 ? firstPage : page).execute(input)
  // A page past the end has no row that carries the total.
  const first = found[0] ?? (await total.execute(readerOf(viewer)))[0]
  return {
    posts: found.slice(0, limit),
    total: first?.total ?? 0,
    isTotalExact: true,
    hasMore: found.length > limit,
  }
}

async function matchingPage(
  db: Database,
  viewer: FeedViewer,
  { typed, limit, offset, after }: Range & { typed: string },
): Promise<FeedPage> {
  const search = await searchFor(db, typed)
  if (!search) return { posts: [], total: 0, isTotalExact: true, hasMore: false }
  const reader = readerOf(viewer)
  const end = offset + limit
  const max = Math.max(end, maxCounted) + 1
  const ids = await matchingPosts(db, { reader, search, max: after ? end + 1 : max, after })
  const all = after ? await matchingPosts(db, { reader, search, max, after: null }) : ids
  const shown = ids.slice(offset, end)
  const posts =
    shown.length > 0 ? await postQueries(db).some.execute({ viewerId: viewer.id, ...reader, ids: shown }) : []
  const isTotalExact = all.length < max
  return { posts, total: isTotalExact ? all.length : max - 1, isTotalExact, hasMore: ids.length > end }
}
