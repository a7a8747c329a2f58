import type { postPage } from '@touchline/contract/posts.ts'
import { and, eq, sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import type * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import { isAmong } from '#db/is-among.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { readCache } from '#db/read-cache.ts'
import { JsonText } from '#http/json-text.ts'
import type { Viewer } from '#http/viewer.ts'
import { textUpToIsLiked } from '../post-text.ts'
import { likes } from '../schema.ts'
import { defaultLimit, feedPage, type FeedQuery } from './feed.ts'

type PageText = JsonText<z.output<typeof postPage>>

/** `texts` are the JSON of the posts up to the value of `isLiked`. */
type Shared = { ids: string[]; creatorIds: string[]; texts: string[]; facts: object }

const maxSizes = 10
const maxReaders = 5_000

const caches = oncePerDatabase(({ shortReads: db, changes }) => {
  const pages = readCache<Shared>(changes, { max: maxSizes, until: ['posts', 'counters', 'people'] })
  const liked = readCache<Set<string>>(changes, { max: maxReaders, until: [] })
  const likedAmong = db
    .select({ postId: likes.postId })
    .from(likes)
    .where(and(isAmong(likes.postId), eq(likes.personId, sql.placeholder('personId'))))
    .prepare('likes_among')
  return { pages, liked, likedAmong }
})

async function readShared(db: Database, viewer: Viewer, limit: number): Promise<Shared> {
  const { posts, ...facts } = await feedPage(db, { id: NIL, role: 'subscriber' }, { limit })
  return {
    ids: posts.map(({ post }) => post.id),
    creatorIds: posts.map(({ creator }) => creator.id),
    texts: posts.map((post) => textUpToIsLiked(post, { ...viewer, id: NIL })),
    facts,
  }
}

const isFirstPage = ({ page = 1, search, before }: FeedQuery) => page === 1 && !search && !before

/**
 * Returns the JSON of the newest posts for a member, of which only the likes are read for each of them. Null for other
 * pages, for others, and for those who might miss a change.
 */
export async function sharedFirstPage(
  db: Database,
  viewer: Viewer,
  query: FeedQuery,
): Promise<PageText | null> {
  const { role, hasAccess, mayUseCaches } = viewer
  if (role !== 'subscriber' || !hasAccess || !mayUseCaches || !isFirstPage(query)) return null
  const { pages, liked, likedAmong } = caches(db)
  const limit = query.limit ?? defaultLimit
  const { ids, creatorIds, texts, facts } = await pages(viewer, {
    key: String(limit),
    read: () => readShared(db, viewer, limit),
  })
  if (creatorIds.includes(viewer.id)) return null
  const mine = await liked(viewer, {
    key: viewer.id,
    version: ids.join(),
    async read() {
      const found = await likedAmong.execute({ ids, personId: viewer.id })
      return new Set(found.map(({ postId }) => postId))
    },
  })
  const posts = texts.map((text, index) => `${text}${mine.has(ids[index]!)}}`)
  return new JsonText(`{"posts":[${posts.join()}],${JSON.stringify(facts).slice(1)}`)
}
