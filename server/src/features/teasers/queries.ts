import { maxClipMs } from '@touchline/contract/teasers.ts'
import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { media, mediaFiles } from '#features/media/schema.ts'
import { people } from '#features/people/schema.ts'
import { isFirstPart, postParts, posts } from '#features/posts/schema.ts'

const sharing = sql`coalesce(${posts.sharing}, ${people.sharing})`

/**
 * Published posts that their creators share and no moderator has removed. Early access is checked when one is shown.
 */
const isShared = and(
  eq(posts.status, 'ready'),
  eq(people.isBlocked, false),
  isNull(people.erasedAt),
  sql`${sharing} <> 'off'`,
)

/** A clip is also open to everyone signed in. Its opening time is checked when it is shown. */
const isClip = and(posts.isClip, eq(posts.mediaType, 'video'), lte(media.durationMs, maxClipMs))

const stillWidth = 640
const still = sql<string | null>`(select ${mediaFiles.variant} from ${mediaFiles}
  where ${mediaFiles.mediaId} = ${media.id} and ${mediaFiles.role} = 'poster'
  order by abs(${mediaFiles.width} - ${stillWidth}), ${mediaFiles.variant} limit 1)`

const hasStream = sql<boolean>`exists (select from ${mediaFiles}
  where ${mediaFiles.mediaId} = ${media.id} and ${mediaFiles.variant} = 'stream')`

const captions = sql<string[]>`coalesce((
  select json_agg(${mediaFiles.variant} order by ${mediaFiles.variant}) from ${mediaFiles}
  where ${mediaFiles.mediaId} = ${media.id} and ${mediaFiles.role} = 'captions'), '[]'::json)`

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
  isClip: sql<boolean>`coalesce(${isClip}, false)`.as('is_shown_clip'),
  mediaId: postParts.mediaId,
  mediaAlt: postParts.alt,
  width: media.width,
  height: media.height,
  hasStream: hasStream.as('has_stream'),
  still: still.as('still'),
  captions: captions.as('captions'),
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
  clips: shared(db)
    .where(and(isShared, isClip))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(sql.placeholder('limit'))
    .prepare('shared_clips'),
  listed: db
    .select({ id: posts.id, createdAt: posts.createdAt, opensAt: posts.opensAt })
    .from(posts)
    .innerJoin(people, eq(people.id, posts.creatorId))
    .where(isShared)
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(maxListed)
    .prepare('shared_listed'),
}))
