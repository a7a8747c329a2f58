import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { media } from '#features/media/schema.ts'
import { people } from '#features/people/schema.ts'
import { isFirstPart, postParts, posts } from '#features/posts/schema.ts'

const sharing = sql`coalesce(${posts.sharing}, ${people.sharing})`

/** Published posts that their creators share and no moderator has removed. Early access is checked when one is shown. */
const isShared = and(
  eq(posts.status, 'ready'),
  eq(people.isBlocked, false),
  isNull(people.erasedAt),
  sql`${sharing} <> 'off'`,
)

const columns = {
  id: posts.id,
  title: posts.title,
  content: posts.content,
  mediaType: posts.mediaType,
  likesCount: posts.likesCount,
  commentsCount: posts.commentsCount,
  createdAt: posts.createdAt,
  opensAt: posts.opensAt,
  sharesLines: sql<boolean>`${sharing} = 'teaser'`.as('shares_lines'),
  durationMs: media.durationMs,
  placeholder: media.placeholder,
}

const shared = (db: Pick<Database, 'select'>) =>
  db
    .select(columns)
    .from(posts)
    .innerJoin(people, eq(people.id, posts.creatorId))
    .leftJoin(postParts, isFirstPart)
    .leftJoin(media, eq(media.id, postParts.mediaId))

export type SharedRow = Awaited<ReturnType<typeof shared>>[number]

/** Google reads at most this many addresses of one sitemap. */
const maxListed = 50_000

export const sharedPosts = oncePerDatabase(({ shortReads: db }) => ({
  one: shared(db)
    .where(and(eq(posts.id, sql.placeholder('id')), isShared))
    .prepare('shared_post'),
  newest: shared(db)
    .where(isShared)
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(sql.placeholder('limit'))
    .prepare('shared_newest'),
  listed: db
    .select({ id: posts.id, createdAt: posts.createdAt, opensAt: posts.opensAt })
    .from(posts)
    .innerJoin(people, eq(people.id, posts.creatorId))
    .where(isShared)
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(maxListed)
    .prepare('shared_listed'),
}))
