import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

/** So often somebody may see a film on one day and be believed. */
const timesADay = 5
/** What nobody knows the length of may be an hour. */
const unknownLengthMs = 60 * 60_000
/** A report may be so late on its way: what it says of that time is believed with the next one. */
const lateSeconds = 5

type Report = { viewer: Pick<Viewer, 'id' | 'role' | 'hasAccess'>; postId: string; seconds: number }

/**
 * Adds `seconds` to what `viewer` has played of a post today (UTC), in one statement. The first report only begins to
 * count; from then on all reports together are believed no more than the time that has passed, nor than the film's
 * length five times a day. Counts for nothing where `countViews` would, and for what does not play.
 */
export async function recordWatching(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { viewer, postId, seconds }: Report,
): Promise<void> {
  if (viewer.role === 'admin' || !validate(postId)) return
  const text = clock.now().toISOString()
  const now = sql`${text}::timestamptz`
  const today = sql`${text.slice(0, 10)}::date`
  const personId = sql`${viewer.id}::uuid`
  /** What is believed, when the time until `usedUntil` is used up and `already` seconds are counted today. */
  const believed = (usedUntil: SQL, already: SQL) => sql`
    greatest(0, least(
      ${seconds}::int,
      floor(extract(epoch from ${now} - ${usedUntil}))::int,
      (select most from playable) - ${already}))`
  const usedAfter = (usedUntil: SQL, already: SQL) => sql`
    greatest(
      ${usedUntil} + make_interval(secs => ${believed(usedUntil, already)}),
      ${now} - make_interval(secs => ${lateSeconds}))`
  const none = sql`0`
  const [rowUsed, rowSeconds] = [sql`post_watches.reported_at`, sql`post_watches.seconds`]
  await db.execute(sql`
    with playable as materialized (
      select p.id, least(86400, ceil(coalesce(m.duration_ms, ${unknownLengthMs}) * ${timesADay} / 1000.0))::int as most
      from posts p join media m on m.id = p.media_id
      where p.id = ${postId}::uuid and p.status = 'ready' and p.media_type in ('video', 'audio')
        and p.creator_id <> ${personId}
        and (select c.counts_views from people c where c.id = p.creator_id)
        and (${viewer.hasAccess}::boolean or p.opens_at <= ${now})
      -- So that it is not deleted meanwhile.
      for key share of p
    ), before as (
      select coalesce(
        (select max(reported_at) from post_watches where post_id = ${postId}::uuid and person_id = ${personId}),
        ${now}) as used
    )
    insert into post_watches (post_id, person_id, day, seconds, reported_at)
    select id, ${personId}, ${today}, ${believed(sql`used`, none)}, ${usedAfter(sql`used`, none)}
    from playable, before
    on conflict (post_id, person_id, day) do update set
      seconds = post_watches.seconds + ${believed(rowUsed, rowSeconds)},
      reported_at = ${usedAfter(rowUsed, rowSeconds)}
  `)
}
