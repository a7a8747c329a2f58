import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

/** Counted plays per person and day. */
const timesADay = 5
/** Assumed length of media with unknown duration. */
const unknownLengthMs = 60 * 60_000
/** A report may arrive this late; its time then counts with the next one. */
const lateSeconds = 5

type Report = { viewer: Pick<Viewer, 'id' | 'role' | 'hasAccess'>; postId: string; seconds: number }

/**
 * The first report only starts the clock. Later ones count at most the elapsed time and five times the length a day.
 * Ignores viewers that `countViews` ignores, and posts without playable media.
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
  /** The accepted seconds, given the time used up until `usedUntil` and `already` counted seconds of today. */
  const accepted = (usedUntil: SQL, already: SQL) => sql`
    greatest(0, least(
      ${seconds}::int,
      floor(extract(epoch from ${now} - ${usedUntil}))::int,
      (select most from playable) - ${already}))`
  const usedAfter = (usedUntil: SQL, already: SQL) => sql`
    greatest(
      ${usedUntil} + make_interval(secs => ${accepted(usedUntil, already)}),
      ${now} - make_interval(secs => ${lateSeconds}))`
  const none = sql`0`
  const [rowUsed, rowSeconds] = [sql`post_watches.reported_at`, sql`post_watches.seconds`]
  await db.execute(sql`
    with playable as materialized (
      select p.id, least(86400, ceil(coalesce(m.duration_ms, ${unknownLengthMs}) * ${timesADay} / 1000.0))::int as most
      from posts p
        join post_parts part on part.post_id = p.id and part.position = 0 and part.name is null
        join media m on m.id = part.media_id
      where p.id = ${postId}::uuid and p.status = 'ready' and p.media_type in ('video', 'audio')
        and p.creator_id <> ${personId}
        and (select c.counts_views from people c where c.id = p.creator_id)
        and (${viewer.hasAccess}::boolean or p.opens_at <= ${now})
      -- Prevents deletion during the update.
      for key share of p
    ), before as (
      select coalesce(
        (select max(reported_at) from post_watches where post_id = ${postId}::uuid and person_id = ${personId}),
        ${now}) as used
    )
    insert into post_watches (post_id, person_id, day, seconds, reported_at)
    select id, ${personId}, ${today}, ${accepted(sql`used`, none)}, ${usedAfter(sql`used`, none)}
    from playable, before
    on conflict (post_id, person_id, day) do update set
      seconds = post_watches.seconds + ${accepted(rowUsed, rowSeconds)},
      reported_at = ${usedAfter(rowUsed, rowSeconds)}
  `)
}
