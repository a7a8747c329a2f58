import { maxPositionAgeDays, maxPositions, type SavedPosition } from '@touchline/contract/playback.ts'
import { and, desc, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { notified } from '#live/live-notice.ts'
import { postParts, posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { playbackPositions } from './schema.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Who = Pick<Viewer, 'id' | 'hasAccess'>

const dayMs = 24 * 60 * 60_000
/** A year after it was last played, a film starts at its beginning again. */
const maxRowAgeDays = 365

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/**
 * Saves where a person stopped, unless a later position is stored. Ignores posts that they may not read or play, and
 * what their history excludes.
 */
export async function savePositions(
  { db, clock }: Deps,
  viewer: Who,
  positions: SavedPosition[],
): Promise<void> {
  const now = clock.now()
  const newest = new Map<string, Omit<SavedPosition, 'secondsAgo'> & { playedAt: Date }>()
  for (const { secondsAgo = 0, ...position } of positions) {
    const { postId } = position
    const playedAt = new Date(now.getTime() - secondsAgo * 1000)
    if (!validate(postId) || playedAt < daysBefore(now, maxPositionAgeDays)) continue
    const other = newest.get(postId.toLowerCase())
    if (!other || other.playedAt <= playedAt) newest.set(postId.toLowerCase(), { ...position, playedAt })
  }
  if (newest.size === 0) return
  await db.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify([...newest.values()])}::jsonb)
        as given ("postId" uuid, "partId" text, seconds int, percent int, "playedAt" timestamptz)
    ), me as materialized (
      -- Waits for a clearing of the history, and makes it wait.
      select id, history_cleared_at from people where id = ${viewer.id}::uuid and keeps_history for share
    ), playable as materialized (
      select g."postId", m.id as media_id, g.seconds, g.percent, g."playedAt", part.position
      from given g join post_parts part on part.post_id = g."postId" and part.name is null
        join media m on m.id = part.media_id and m.kind in ('video', 'audio')
      where g."partId" is null or g."partId" = part.media_id
    ), chosen as materialized (
      (select distinct on ("postId") "postId", media_id, seconds, null::int as percent, "playedAt"
        from playable where percent is null order by "postId", position)
      union all
      select g."postId", null, 0, g.percent, g."playedAt" from given g
      where g.percent is not null and g.seconds = 0 and g."postId" not in (select "postId" from playable)
    ), films as materialized (
      -- Prevents deletion during the update.
      select id from media where id in (select media_id from chosen) order by id for key share
    ), saved as (
      insert into playback_positions (person_id, post_id, media_id, seconds, percent, played_at)
      select me.id, p.id, c.media_id, c.seconds, c.percent, c."playedAt"
      from me, chosen c join posts p on p.id = c."postId"
      where p.status = 'ready' and (${viewer.hasAccess}::boolean or p.opens_at <= ${now.toISOString()}::timestamptz)
        and (c.media_id is null or c.media_id in (select id from films))
        and (me.history_cleared_at is null or c."playedAt" > me.history_cleared_at)
      order by p.id
      for key share of p
      on conflict (person_id, post_id) do update
        set media_id = excluded.media_id, seconds = excluded.seconds, percent = excluded.percent,
          played_at = excluded.played_at
        where playback_positions.played_at <= excluded.played_at
      returning post_id
    )
    select ${notified({ to: { person: viewer.id }, message: { type: 'history_changed' } })} from saved having count(*) > 0
  `)
}

/** Where a person stopped in posts that they may read, latest first. A film that was replaced has no position. */
export async function positionsOf({ db, clock }: Deps, viewer: Who) {
  const rows = await db
    .select({
      postId: playbackPositions.postId,
      partId: postParts.mediaId,
      seconds: playbackPositions.seconds,
      playedAt: playbackPositions.playedAt,
    })
    .from(playbackPositions)
    .innerJoin(posts, eq(posts.id, playbackPositions.postId))
    .innerJoin(
      postParts,
      and(eq(postParts.mediaId, playbackPositions.mediaId), eq(postParts.postId, playbackPositions.postId)),
    )
    .where(
      and(
        eq(playbackPositions.personId, viewer.id),
        gt(playbackPositions.seconds, 0),
        eq(posts.status, 'ready'),
        viewer.hasAccess ? undefined : lte(posts.opensAt, clock.now()),
      ),
    )
    .orderBy(desc(playbackPositions.playedAt), desc(playbackPositions.postId))
    .limit(maxPositions)
  return rows.map((row) => ({ ...row, playedAt: row.playedAt.toISOString() }))
}

/** Deletes positions that no report can be older than any more, and those of a year ago. */
export async function sweepPositions({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const isOver = and(
    eq(playbackPositions.seconds, 0),
    sql`coalesce(${playbackPositions.percent}, 0) = 0`,
    lt(playbackPositions.playedAt, daysBefore(now, maxPositionAgeDays)),
  )
  await db
    .delete(playbackPositions)
    .where(or(isOver, lt(playbackPositions.playedAt, daysBefore(now, maxRowAgeDays))))
}
