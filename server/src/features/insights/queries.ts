import { type MovementKind, movementKinds } from '@touchline/contract/insights.ts'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { insightCounting } from './schema.ts'

/** When the days were last counted; null before the first count. */
export async function countedAt(db: Queryable): Promise<string | null> {
  const [counting] = await db.select({ at: insightCounting.countedAt }).from(insightCounting)
  return counting?.at.toISOString() ?? null
}

/**
 * A month's revenue in cents. `takenBackCents` (refunds and disputes) is normally negative; gross and creator amounts
 * are net of it.
 */
export type MoneyMonth = {
  subscriptionCents: number
  tipCents: number
  takenBackCents: number
  grossCents: number
  creatorCents: number
}

/** The first day with revenue; null before it. */
export async function firstMoneyDay(db: Queryable): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select min(day)::text as day from insight_money_days`,
  )
  return rows[0]?.day ?? null
}

/** Revenue by month. Months without revenue are missing. */
export async function moneyByMonth(db: Queryable): Promise<Map<string, MoneyMonth>> {
  const { rows } = await db.execute<MoneyMonth & { month: string }>(sql`
    select date_trunc('month', day::timestamp)::date::text as month,
      coalesce(sum(gross_cents) filter (where kind = 'subscription'), 0)::bigint as "subscriptionCents",
      coalesce(sum(gross_cents) filter (where kind = 'tip'), 0)::bigint as "tipCents",
      coalesce(sum(gross_cents) filter (where kind not in ('subscription', 'tip')), 0)::bigint as "takenBackCents",
      sum(gross_cents)::bigint as "grossCents",
      sum(creator_cents)::bigint as "creatorCents"
    from insight_money_days group by 1`)
  return new Map(rows.map(({ month, ...sums }) => [month, sums]))
}

/**
 * The number of movements of one kind in a month, and the change in members and monthly cents. `previousMembers` is
 * the part of `members` who had joined in an earlier month.
 */
export type MovementTotals = { count: number; members: number; previousMembers: number; cents: number }
export type MonthMovements = Record<MovementKind, MovementTotals>

/** A month without movements. */
export const noMovements = (): MonthMovements => {
  const none = movementKinds.map(
    (kind) => [kind, { count: 0, members: 0, previousMembers: 0, cents: 0 }] as const,
  )
  // Made of all the kinds there are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(none) as MonthMovements
}

/** Membership movements by month and kind. Months without movements are missing. */
export async function movementsByMonth(db: Queryable): Promise<Map<string, MonthMovements>> {
  const { rows } = await db.execute<MovementTotals & { month: string; kind: MovementKind }>(sql`
    select date_trunc('month', day::timestamp)::date::text as month, kind, sum(count)::int as count,
      sum(members)::int as members,
      coalesce(sum(members) filter (where joined_month < date_trunc('month', day::timestamp)), 0)::int as "previousMembers",
      sum(cents)::bigint as cents
    from insight_member_days group by 1, 2`)
  const months = new Map<string, MonthMovements>()
  for (const { month, kind, ...moved } of rows)
    months.set(month, Object.assign(months.get(month) ?? noMovements(), { [kind]: moved }))
  return months
}

/** A change in one month to the members who first joined in `joinedMonth`. */
export type CohortChange = { joinedMonth: string; month: string; joined: number; members: number }

export async function cohortChanges(db: Queryable): Promise<CohortChange[]> {
  const { rows } = await db.execute<CohortChange>(sql`
    select joined_month::text as "joinedMonth", date_trunc('month', day::timestamp)::date::text as month,
      coalesce(sum(count) filter (where kind = 'new'), 0)::int as joined, sum(members)::int as members
    from insight_member_days group by 1, 2`)
  return rows
}

/** Totals of a creator's published posts, from the posts' own counters. */
export async function postFigures(db: Queryable, creatorId: string) {
  const { rows } = await db.execute<{ posts: number; likes: number; comments: number; views: number }>(sql`
    select count(*)::int as posts, coalesce(sum(likes_count), 0)::bigint as likes,
      coalesce(sum(comments_count), 0)::bigint as comments, coalesce(sum(views_count), 0)::bigint as views
    from posts where creator_id = ${creatorId} and status = 'ready'`)
  const [found] = rows
  if (!found) throw new Error('the figures of the posts gave no row')
  return found
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
