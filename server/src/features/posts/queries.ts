import { and, count, desc, eq, ilike, or, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { people } from '#features/accounts/schema.ts'
import { media } from '#features/media/schema.ts'
import type { StoredVariant } from '#features/media/to-media.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { likes, posts } from './schema.ts'

const author = {
  id: people.id,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
  isMainInfluencer: people.isMainInfluencer,
}

const fullPost = {
  post: posts,
  creator: author,
  medium: {
    id: media.id,
    mimeType: media.mimeType,
    width: media.width,
    height: media.height,
    placeholder: media.placeholder,
    durationMs: media.durationMs,
    waveform: media.waveform,
    problem: media.problem,
  },
  variants: sql<StoredVariant[] | null>`(
    select json_agg(
      json_build_object('variant', f.variant, 'role', f.role, 'width', f.width, 'mimeType', f.mime_type)
      order by f.width, f.mime_type, f.variant)
    from media_files f
    where f.media_id = ${posts.mediaId} and (f.role <> 'stream' or f.variant = 'stream')
  )`.as('variants'),
  likedBy: likes.personId,
}

/** What is not ready yet, or failed, is there for those who may change it alone. */
const isShown = sql<boolean>`(posts.status = 'ready' or exists (
  select 1 from people as viewer where viewer.id = ${sql.placeholder('viewerId')}
    and (viewer.role = 'admin' or (viewer.role = 'creator' and viewer.id = posts.creator_id))))`

// One round trip for a page and how many posts there are; a page past the end has no row to carry the number.
const withTotal = {
  ...fullPost,
  total: sql<number>`(select count(*)::int from posts where ${isShown})`.as('total'),
}

// "Liked by me" is a join on the primary key of likes: as EXISTS in the select list it becomes a full scan.
const likedByViewer = and(eq(likes.postId, posts.id), eq(likes.personId, sql.placeholder('viewerId')))
const full = (db: Database) =>
  db
    .select(fullPost)
    .from(posts)
    .innerJoin(people, eq(people.id, posts.creatorId))
    .leftJoin(media, eq(media.id, posts.mediaId))
    .leftJoin(likes, likedByViewer)
const fullWithTotal = (db: Database) =>
  db
    .select(withTotal)
    .from(posts)
    .innerJoin(people, eq(people.id, posts.creatorId))
    .leftJoin(media, eq(media.id, posts.mediaId))
    .leftJoin(likes, likedByViewer)

const pattern = sql.placeholder('pattern')
const matches = or(
  ilike(posts.title, pattern),
  ilike(posts.content, pattern),
  ilike(sql`concat_ws(' ', ${people.firstName}, ${people.lastName})`, pattern),
)
const olderThanCursor = sql`(${posts.createdAt}, ${posts.id}) < (${sql.placeholder('cursorAt')}::timestamptz, ${sql.placeholder('cursorId')}::uuid)`
const newestFirst = [desc(posts.createdAt), desc(posts.id)] as const

/** The reads of the feed, prepared. `pattern` is an escaped ILIKE pattern, see searchPattern. */
export const postQueries = oncePerDatabase((db) => {
  const page = (name: string, condition: ReturnType<typeof and>) =>
    full(db)
      .where(and(isShown, condition))
      .orderBy(...newestFirst)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(name)
  return {
    every: full(db)
      .where(isShown)
      .orderBy(...newestFirst)
      .prepare('posts_every'),
    pageWithTotal: fullWithTotal(db)
      .where(isShown)
      .orderBy(...newestFirst)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare('posts_page'),
    pageMatching: page('posts_page_matching', matches),
    olderThan: page('posts_older', olderThanCursor),
    olderThanMatching: page('posts_older_matching', and(olderThanCursor, matches)),
    one: full(db)
      .where(and(eq(posts.id, sql.placeholder('id')), isShown))
      .prepare('posts_one'),
    total: db.select({ total: count() }).from(posts).where(isShown).prepare('posts_total'),
    totalMatching: db
      .select({ total: count() })
      .from(posts)
      .innerJoin(people, eq(people.id, posts.creatorId))
      .where(and(isShown, matches))
      .prepare('posts_total_matching'),
  }
})

/** The row of a post alone, or undefined. `id` must be a UUID. */
export const postById = async (db: Database, id: string) =>
  (await db.select().from(posts).where(eq(posts.id, id)))[0]

/** An ILIKE pattern that finds `text` anywhere, its % _ and \ taken literally. */
export const searchPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
