import type { Database } from '#db/database.ts'
import { notFound } from '#errors.ts'
import { knownId } from './known-id.ts'
import { postById, postQueries, searchPattern } from './queries.ts'
import type { FullPost } from './to-post.ts'

export type FeedQuery = { page?: number; limit?: number; search?: string; before?: string }
export type FeedPage = { posts: FullPost[]; total: number; hasMore: boolean }

const defaultLimit = 5

/** True when a page is asked for, not everything at once. */
export const isPaged = (query: FeedQuery) => Object.values(query).some((value) => value !== undefined)

/**
 * One page of the feed, newest first. `search` looks into title, text and the creator's name, without regard to
 * case; `total` counts everything that matches; `before` continues after that post, whatever was published since
 * (404 when it is unknown).
 */
export async function feedPage(db: Database, viewerId: string, query: FeedQuery): Promise<FeedPage> {
  const queries = postQueries(db)
  const limit = query.limit ?? defaultLimit
  const pattern = query.search ? searchPattern(query.search) : null
  // One more than asked for tells whether there is more.
  const asked = {
    viewerId,
    pattern,
    limit: limit + 1,
    offset: query.before ? 0 : ((query.page ?? 1) - 1) * limit,
  }
  const toPage = (found: FullPost[], total: number): FeedPage => ({
    posts: found.slice(0, limit),
    total,
    hasMore: found.length > limit,
  })
  const counted = async () => {
    const [row] = await (pattern
      ? queries.totalMatching.execute({ viewerId, pattern })
      : queries.total.execute({ viewerId }))
    return row?.total ?? 0
  }

  if (query.before !== undefined) {
    const cursor = await postById(db, knownId(query.before, 'Post'))
    if (!cursor) throw notFound('Post')
    const older = pattern ? queries.olderThanMatching : queries.olderThan
    const from = { cursorAt: cursor.createdAt.toISOString(), cursorId: cursor.id }
    const [found, total] = await Promise.all([older.execute({ ...asked, ...from }), counted()])
    return toPage(found, total)
  }
  if (pattern) {
    const [found, total] = await Promise.all([queries.pageMatching.execute(asked), counted()])
    return toPage(found, total)
  }
  const found = await queries.pageWithTotal.execute(asked)
  return toPage(found, found[0]?.total ?? (await counted()))
}
