import { maxNewCounted, type FeedMark } from '@touchline/contract/feed.ts'
import { maxHistory } from '@touchline/contract/library.ts'
import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Database } from '#db/database.ts'
import { isVisibleTo, readerOf } from '../reader.ts'
import { notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

type FeedViewer = Pick<Viewer, 'id' | 'role'>
type Row = {
  seenAt: string
  seenId: string
  newCount: number
  stoppedId: string | null
  newer: number | null
}

/** SQL condition: the film or recording of this row of playback_positions `s`, if it is about one, was not replaced. */
const isThere = sql`(s.media_id is null
  or exists (select from post_parts part where part.media_id = s.media_id and part.post_id = s.post_id))`

/** SQL condition: this row of playback_positions `s` is a post that its person did not finish, and can. */
export const isUnderWay = sql`(s.seconds > 0 or s.percent > 0) and ${isThere}`

/** Counts newer posts by others up to `maxNewCounted`. `limit` is the page size. */
export async function feedMarkOf(db: Database, viewer: FeedViewer, limit: number): Promise<FeedMark> {
  const reader = readerOf(viewer)
  const { rows } = await db.execute<Row>(sql`
    select
      to_json(m.seen_at at time zone 'UTC') #>> '{}' as "seenAt",
      m.seen_id as "seenId",
      (select count(*)::int from (
        select from posts p
        where p.status = 'ready' and p.creator_id <> ${viewer.id}::uuid and (p.created_at, p.id) > (m.seen_at, m.seen_id)
        limit ${maxNewCounted}
      ) as fresh) as "newCount",
      stopped.id as "stoppedId",
      (select coalesce(sum(c.count), 0)::int from post_counts c
        where ${isVisibleTo('c', reader)} and c.from_at > stopped.created_at
      ) + (select count(*)::int from posts p
        where ${isVisibleTo('p', reader)} and (p.created_at, p.id) > (stopped.created_at, stopped.id)
          and p.created_at < (
            select coalesce(min(from_at), 'infinity') from post_counts where from_at > stopped.created_at)
      ) as "newer"
    from feed_marks m
    left join posts stopped on stopped.id = m.stopped_id and stopped.status = 'ready'
    where m.person_id = ${viewer.id}::uuid
  `)
  const [mark] = rows
  if (!mark) return { newest: null, newCount: 0, stopped: null }
  return {
    newest: { postId: mark.seenId, createdAt: new Date(`${mark.seenAt}Z`).toISOString() },
    newCount: mark.newCount,
    stopped: mark.stoppedId
      ? { postId: mark.stoppedId, page: Math.floor((mark.newer ?? 0) / limit) + 1 }
      : null,
  }
}

/**
 * The position never moves back: an older post, from another device or a late request, changes nothing.
 * Throws 404 when the newest post does not exist.
 */
export async function moveFeedMark(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  move: { personId: string; newestId: string; stoppedId?: string },
): Promise<void> {
  if (!validate(move.newestId)) throw notFound('Post')
  const stoppedId = move.stoppedId && validate(move.stoppedId) ? move.stoppedId : null
  const isNewer = sql`(excluded.seen_at, excluded.seen_id) > (m.seen_at, m.seen_id)`
  const { rows } = await db.execute(sql`
    with stopped as materialized (
      -- Prevents deletion during the update.
      select id from posts where id = ${stoppedId}::uuid and status = 'ready' for key share
    )
    insert into feed_marks as m (person_id, seen_at, seen_id, stopped_id, updated_at)
    select ${move.personId}::uuid, newest.created_at, newest.id, stopped.id, ${clock.now().toISOString()}::timestamptz
    from posts newest
    left join stopped on true
    where newest.id = ${move.newestId}::uuid and newest.status = 'ready'
    on conflict (person_id) do update set
      seen_at = case when ${isNewer} then excluded.seen_at else m.seen_at end,
      seen_id = case when ${isNewer} then excluded.seen_id else m.seen_id end,
      stopped_id = coalesce(excluded.stopped_id, m.stopped_id),
      updated_at = excluded.updated_at
    returning m.person_id
  `)
  if (rows.length === 0) throw notFound('Post')
}

/** Whether the history of a person lists a film, recording or text that they did not finish. */
export async function hasUnderWay(db: Database, { id }: FeedViewer): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from (
      select s.seconds, s.percent from playback_positions s join posts p on p.id = s.post_id
      where s.person_id = ${id}::uuid and p.status = 'ready' and ${isThere}
      order by s.played_at desc, s.post_id desc limit ${maxHistory}
    ) listed where listed.seconds > 0 or listed.percent > 0 limit 1`)
  return rows.length > 0
}
