import { type SQL, sql } from 'drizzle-orm'

/** Journal kinds that are revenue. Payouts and the payment provider's own fees are not. */
export const revenueKinds = [
  'subscription',
  'tip',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_reversed',
] as const

const revenueKindList = sql.raw(revenueKinds.map((kind) => `'${kind}'`).join(', '))

/** `changed` refers to the `day` column of the surrounding query's `changed` row. */
type Days = string[] | 'all' | 'changed'

const dayMs = 24 * 60 * 60 * 1000

/** Merges adjacent UTC days into ranges, so that the index on the timestamp serves any number of days. */
function rangesOf(days: string[]): { from: Date; before: Date }[] {
  const ranges: { from: Date; before: Date }[] = []
  for (const day of new Set(days.toSorted())) {
    const from = new Date(`${day}T00:00:00Z`)
    const before = new Date(from.getTime() + dayMs)
    const last = ranges.at(-1)
    if (last?.before.getTime() === from.getTime()) last.before = before
    else ranges.push({ from, before })
  }
  return ranges
}

const isOn = (days: Days, moment: SQL): SQL =>
  days === 'all'
    ? sql`true`
    : days === 'changed'
      ? sql`${moment} >= changed.day::timestamp at time zone 'UTC'
          and ${moment} < (changed.day + 1)::timestamp at time zone 'UTC'`
      : sql`(${sql.join(
          rangesOf(days).map(({ from, before }) => sql`${moment} >= ${from} and ${moment} < ${before}`),
          sql` or `,
        )})`

/** Counts by day (UTC) and kind. Gross is what the member paid, before fees. Refunds and disputes are negative. */
export const countMoneyDays = (days: Days): SQL => sql`
  select day, kind, count(*)::int as count, sum(gross_cents)::bigint as gross_cents,
    sum(creator_cents)::bigint as creator_cents
  from (
    select (j.occurred_at at time zone 'UTC')::date as day, j.kind,
      coalesce(sum(l.amount_cents) filter (where l.account in ('provider_balance', 'provider_fees')), 0) as gross_cents,
      coalesce(-sum(l.amount_cents) filter (where l.account = 'creator_payable'), 0) as creator_cents
    from ledger_journals j
    join ledger_lines l on l.journal_id = j.id
    where j.kind in (${revenueKindList}) and ${isOn(days, sql`j.occurred_at`)}
    group by j.id
  ) journals
  group by day, kind`

/** By day (UTC), kind and the month the members first joined. */
export const countMemberDays = (days: Days): SQL => sql`
  select (m.happened_at at time zone 'UTC')::date as day, m.kind, m.joined_month, count(*)::int as count,
    sum(m.members)::int as members, sum(m.cents)::bigint as cents
  from membership_movements m
  where ${isOn(days, sql`m.happened_at`)}
  group by 1, 2, 3`
