import { activeDays, type Audience, minActions, minGroupSize } from '@touchline/contract/audience.ts'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Starts on Monday. Every zone is offset from UTC by whole quarter hours, so counts by quarter hour are enough. */
export function weekHours(quarters: { at: Date; count: number }[], timeZone: string): number[][] {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  const week = days.map(() => Array.from({ length: 24 }, () => 0))
  for (const { at, count } of quarters) {
    const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]))
    const day = week[days.indexOf(parts.get('weekday') ?? '')]
    const hour = Number(parts.get('hour'))
    if (day?.[hour] === undefined) throw new Error(`${at.toISOString()} has no hour in ${timeZone}`)
    day[hour] += count
  }
  return week
}

/** A sample this large almost always has enough people; otherwise all actions are scanned. */
const sampleSize = 1000
const dayMs = 24 * 60 * 60_000

/** Covers four weeks by hour of the week. Includes members who have left; excludes staff. */
export async function activityAt(db: Queryable, now: Date, timeZone: string): Promise<Audience['activity']> {
  const since = new Date(now.getTime() - activeDays * dayMs)
  const [from, to] = [sql`${since.toISOString()}::timestamptz`, sql`${now.toISOString()}::timestamptz`]
  const { rows } = await db.execute<{ at: string | null; count: number }>(sql`
    with acts as not materialized (
      select a.at, a.person_id from (
        select created_at as at, person_id from likes where created_at >= ${from} and created_at < ${to}
        union all
        select created_at, person_id from comments
          where created_at >= ${from} and created_at < ${to} and removed_at is null
        union all
        select created_at, from_person_id from tips
          where created_at >= ${from} and created_at < ${to} and status = 'completed'
      ) a
      where a.person_id not in (select id from people where role <> 'subscriber')
    ), sampled as (
      select count(*)::int as people from (
        select distinct person_id from (select person_id from acts limit ${sampleSize}) as early limit ${minGroupSize}) as few
    )
    select null as at, case when people >= ${minGroupSize} then people else (
      select count(*)::int from (select distinct person_id from acts limit ${minGroupSize}) as few) end as count
    from sampled
    union all
    select date_bin('15 minutes', at, '2000-01-01Z'), count(*)::int from acts group by 1`)
  const people = rows.find(({ at }) => at === null)?.count ?? 0
  const quarters = rows.flatMap(({ at, count }) => (at === null ? [] : { at: new Date(at), count }))
  const actions = quarters.reduce((sum, { count }) => sum + count, 0)
  const isEnough = actions >= minActions && people >= minGroupSize
  return {
    timeZone,
    since: since.toISOString(),
    until: now.toISOString(),
    actions,
    hours: isEnough ? weekHours(quarters, timeZone) : null,
  }
}
