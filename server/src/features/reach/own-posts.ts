import type { PostReach } from '@touchline/contract/reach.ts'
import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { cursorOf, placeOf } from '#db/place-in-list.ts'
import { addressOf } from '#features/media/to-media.ts'
import { engagementOf } from '#features/posts/engagement.ts'

const excerptLength = 120

type Row = Omit<PostReach, 'engagement' | 'thumbnailUrl'> & { mediaId: string | null; still: string | null }

const inIso = (at: string) => new Date(at).toISOString()

const toReach = ({ mediaId, still, ...row }: Row): PostReach =>
  Object.assign(row, {
    thumbnailUrl: mediaId && still ? addressOf(mediaId, still) : null,
    createdAt: inIso(row.createdAt),
    countedAt: row.countedAt && inIso(row.countedAt),
    engagement: engagementOf(row),
  })

/** Posts matching `which` (table alias `p`), newest first, with their reach. */
async function findPosts(
  db: Queryable,
  { which, limit }: { which: SQL; limit: number },
): Promise<PostReach[]> {
  const { rows } = await db.execute<Row>(sql`
    select p.id, p.title, left(p.content, ${excerptLength}) as excerpt, p.media_type as "mediaType",
      part.media_id as "mediaId", (
        select f.variant from media_files f where f.media_id = part.media_id and f.role in ('size', 'poster')
        order by f.width, f.mime_type desc limit 1
      ) as still,
      p.created_at as "createdAt", p.views_count as views, p.likes_count as likes, p.comments_count as comments,
      r.reached, r.members, r.counted_at as "countedAt",
      case when p.media_type in ('video', 'audio') then r.watched_seconds end as "watchedSeconds"
    from posts p left join post_reaches r on r.post_id = p.id
      left join post_parts part on part.post_id = p.id and part.position = 0 and part.name is null
    where ${which} and p.status = 'ready'
    order by p.created_at desc, p.id desc limit ${limit}`)
  return rows.map(toReach)
}

/** A page of a creator's own posts, with the cursor of the next page (null at the end). 400 for an invalid cursor. */
export async function ownPosts(
  db: Queryable,
  { creatorId, before, limit }: { creatorId: string; before?: string | undefined; limit: number },
) {
  const place = before === undefined ? null : placeOf(before)
  const older = place
    ? sql`(p.created_at, p.id) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`
    : sql`true`
  const which = sql`p.creator_id = ${creatorId} and ${older}`
  const posts = await findPosts(db, { which, limit: limit + 1 })
  const page = posts.slice(0, limit)
  const last = page.at(-1)
  return {
    posts: page,
    next: posts.length > limit && last ? cursorOf({ at: new Date(last.createdAt), id: last.id }) : null,
  }
}

/** A post of the creator with its reach; undefined for a post that is not theirs. */
export async function ownPost(db: Queryable, { creatorId, postId }: { creatorId: string; postId: string }) {
  if (!validate(postId)) return undefined
  const which = sql`p.id = ${postId} and p.creator_id = ${creatorId}`
  const [post] = await findPosts(db, { which, limit: 1 })
  return post
}
