import type { PostReach } from '@touchline/contract/reach.ts'
import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { membersNow } from '#features/subscriptions/members-now.ts'
import { cursorAt, pairAt } from './cursor.ts'

const excerptLength = 120

type Row = Omit<PostReach, 'engagement'>

/** Likes and comments of a hundred views, to one decimal; null without a view. */
export const engagementOf = ({ views, likes, comments }: Pick<PostReach, 'views' | 'likes' | 'comments'>) =>
  views === 0 ? null : Math.round(((likes + comments) / views) * 1000) / 10

const toReach = (row: Row): PostReach =>
  Object.assign(row, { createdAt: new Date(row.createdAt).toISOString(), engagement: engagementOf(row) })

/**
 * Posts that `which` names (the table is `p`), newest first, with how they were received; and how many members there
 * are now, of whom those reached are a part.
 */
async function received(
  db: Queryable,
  now: Date,
  { which, limit }: { which: SQL; limit: number },
): Promise<{ posts: PostReach[]; members: number }> {
  const { rows } = await db.execute<{ members: number; posts: Row[] | null }>(sql`
    with members as materialized (${membersNow(now)}), shown as materialized (
      select p.* from posts p where ${which} and p.status = 'ready'
      order by p.created_at desc, p.id desc limit ${limit}
    ), seen as (
      select v.post_id, count(distinct v.person_id)::int as people from post_views v
      where v.post_id in (select id from shown) and v.person_id in (select person_id from members)
      group by v.post_id
    ), played as (
      select w.post_id, sum(w.seconds)::int as seconds from post_watches w
      where w.post_id in (select id from shown) group by w.post_id
    )
    select (select count(*)::int from members) as members, (
      select json_agg(json_build_object(
        'id', p.id, 'title', p.title, 'excerpt', left(p.content, ${excerptLength}), 'mediaType', p.media_type,
        'createdAt', p.created_at, 'views', p.views_count, 'likes', p.likes_count, 'comments', p.comments_count,
        'reached', coalesce(seen.people, 0),
        'watchedSeconds', case when p.media_type in ('video', 'audio') then coalesce(played.seconds, 0) end
      ) order by p.created_at desc, p.id desc)
      from shown p left join seen on seen.post_id = p.id left join played on played.post_id = p.id
    ) as posts`)
  const [found] = rows
  if (!found) throw new Error('the posts of a creator gave no row')
  return { members: found.members, posts: (found.posts ?? []).map(toReach) }
}

/** A page of a creator's own posts, and the cursor of the rest (null at the end). 400 for a cursor that is none. */
export async function ownPosts(
  db: Queryable,
  now: Date,
  { creatorId, before, limit }: { creatorId: string; before?: string | undefined; limit: number },
) {
  const older = before === undefined ? sql`true` : sql`(p.created_at, p.id) < ${pairAt(before)}`
  const which = sql`p.creator_id = ${creatorId} and ${older}`
  const { posts, members } = await received(db, now, { which, limit: limit + 1 })
  const page = posts.slice(0, limit)
  const last = page.at(-1)
  return {
    posts: page,
    next: posts.length > limit && last ? cursorAt(last.createdAt, last.id) : null,
    members,
  }
}

/** One post of a creator with how it was received, or undefined for what is none of theirs. */
export async function ownPost(
  db: Queryable,
  now: Date,
  { creatorId, postId }: { creatorId: string; postId: string },
) {
  if (!validate(postId)) return undefined
  const which = sql`p.id = ${postId} and p.creator_id = ${creatorId}`
  const { posts, members } = await received(db, now, { which, limit: 1 })
  return posts[0] && { post: posts[0], members }
}
