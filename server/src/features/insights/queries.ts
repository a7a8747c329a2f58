import { type MovementKind, movementKinds } from '@touchline/contract/insights.ts'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { monthAfter, startOf } from '#time/months.ts'
import { insightCounting } from './schema.ts'

/** When the days were last counted; null before the first count. */
export async function countedAt(db: Queryable): Promise<string | null> {
  const [counting] = await db.select({ at: insightCounting.countedAt }).from(insightCounting)
  return counting?.at.toISOString() ?? null
}

/** All sums are in cents. `takenBackCents` (refunds and disputes) is normally negative; the others are net of it. */
export type MoneyMonth = {
  subscriptionCents: number
  tipCents: number
  takenBackCents: number
  grossCents: number
  creatorCents: number
}

const counts = { money: sql`insight_money_days`, members: sql`insight_member_days` }

/**
 * The first month with revenue or movements from its first day on; null before the first one. It may be in the future.
 */
export async function firstFullMonth(db: Queryable, source: keyof typeof counts): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select min(day)::text as day from ${counts[source]}`,
  )
  const day = rows[0]?.day
  if (!day) return null
  return day.endsWith('-01') ? day : monthAfter(`${day.slice(0, 7)}-01`)
}

const isBefore = (until: Date | null) => (until ? sql`day < ${until.toISOString().slice(0, 10)}` : sql`true`)

/** Revenue by month, up to the day of `until` if there is one. Months without revenue are missing. */
export async function moneyByMonth(
  db: Queryable,
  until: Date | null = null,
): Promise<Map<string, MoneyMonth>> {
  const { rows } = await db.execute<MoneyMonth & { month: string }>(sql`
    select date_trunc('month', day::timestamp)::date::text as month,
      coalesce(sum(gross_cents) filter (where kind = 'subscription'), 0)::bigint as "subscriptionCents",
      coalesce(sum(gross_cents) filter (where kind = 'tip'), 0)::bigint as "tipCents",
      coalesce(sum(gross_cents) filter (where kind not in ('subscription', 'tip')), 0)::bigint as "takenBackCents",
      sum(gross_cents)::bigint as "grossCents",
      sum(creator_cents)::bigint as "creatorCents"
    from insight_money_days where ${isBefore(until)} group by 1`)
  return new Map(rows.map(({ month, ...sums }) => [month, sums]))
}

/** Movements of one kind. `previousMembers` is the part of `members` who had joined in an earlier month. */
export type MovementTotals = { count: number; members: number; previousMembers: number; cents: number }
export type MonthMovements = Record<MovementKind, MovementTotals>

export const noMovements = (): MonthMovements => {
  const none = movementKinds.map(
    (kind) => [kind, { count: 0, members: 0, previousMembers: 0, cents: 0 }] as const,
  )
  // Made of all the kinds there are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(none) as MonthMovements
}

/** Membership movements by month and kind, up to the day of `until` if there is one. Empty months are missing. */
export async function movementsByMonth(
  db: Queryable,
  until: Date | null = null,
): Promise<Map<string, MonthMovements>> {
  const { rows } = await db.execute<MovementTotals & { month: string; kind: MovementKind }>(sql`
    select date_trunc('month', day::timestamp)::date::text as month, kind, sum(count)::int as count,
      sum(members)::int as members,
      coalesce(sum(members) filter (where joined_month < date_trunc('month', day::timestamp)), 0)::int as "previousMembers",
      sum(cents)::bigint as cents
    from insight_member_days where ${isBefore(until)} group by 1, 2`)
  const months = new Map<string, MonthMovements>()
  for (const { month, kind, ...moved } of rows)
    months.set(month, Object.assign(months.get(month) ?? noMovements(), { [kind]: moved }))
  return months
}

export type CohortChange = { joinedMonth: string; month: string; joined: number; members: number }

export async function cohortChanges(db: Queryable): Promise<CohortChange[]> {
  const { rows } = await db.execute<CohortChange>(sql`
    select joined_month::text as "joinedMonth", date_trunc('month', day::timestamp)::date::text as month,
      coalesce(sum(count) filter (where kind = 'new'), 0)::int as joined, sum(members)::int as members
    from insight_member_days group by 1, 2`)
  return rows
}

export type PostMonth = { posts: number; likes: number; comments: number; views: number }

/** A creator's posts by the month they were published in, from the posts' own counters. */
export async function postsByMonth(db: Queryable, creatorId: string): Promise<Map<string, PostMonth>> {
  const { rows } = await db.execute<PostMonth & { month: string }>(sql`
    select date_trunc('month', created_at at time zone 'UTC')::date::text as month, count(*)::int as posts,
      sum(likes_count)::bigint as likes, sum(comments_count)::bigint as comments, sum(views_count)::bigint as views
    from posts where creator_id = ${creatorId} and status = 'ready' group by 1`)
  return new Map(rows.map(({ month, ...sums }) => [month, sums]))
}

/** Likes that a creator's posts have, by the month in which they were given, from a month on. */
export async function likesByMonth(db: Queryable, creatorId: string, fromMonth: string) {
  const { rows } = await db.execute<{ month: string; likes: number }>(sql`
    select date_trunc('month', l.created_at at time zone 'UTC')::date::text as month, count(*)::int as likes
    from likes l join posts p on p.id = l.post_id
    where l.created_at >= ${startOf(fromMonth).toISOString()}::timestamptz
      and p.creator_id = ${creatorId} and p.status = 'ready'
    group by 1`)
  return rows
}

/** The creator's earnings by closed statement, in cents, without payouts. */
export async function earnedByStatement(db: Queryable, creatorId: string) {
  const { rows } = await db.execute<{ id: string; month: string; earnedCents: number }>(sql`
    with paid_out as (
      select lines.statement_id, sum(lines.amount_cents)::bigint as cents
      from payouts
      join ledger_journals j on j.source_id = payouts.id and j.kind in ('payout', 'payout_paid', 'payout_reversed')
      join payout_lines lines on lines.journal_id = j.id
      group by 1
    )
    select s.id, s.month::text as month,
      s.closing_cents - s.opening_cents - coalesce(paid_out.cents, 0) as "earnedCents"
    from payout_statements s left join paid_out on paid_out.statement_id = s.id
    where s.creator_id = ${creatorId}`)
  return new Map(rows.map(({ month, ...earned }) => [month, earned]))
}
