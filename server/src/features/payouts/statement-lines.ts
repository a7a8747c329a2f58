import type { GroupTotal, LineGroup } from '@touchline/contract/payouts.ts'
import { lineGroups } from '@touchline/contract/payouts.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { cursorOf, placeOf } from '#db/place-in-list.ts'
import { fullNameSql } from '#features/people/full-name-sql.ts'
import type { JournalKind } from '#features/ledger/schema.ts'
import { groupOf, kindsOf, linesIn, type LineScope } from './line-groups.ts'

/** A line of a statement; amounts in cents, positive when owed to the creator. */
export type LineRow = {
  id: string
  kind: JournalKind
  occurredAt: Date
  amountCents: number
  grossCents: number | null
  shareBasisPoints: number | null
  name: string | null
}

type KindTotal = { kind: JournalKind; count: number; cents: number; centsSince: number }

/** Count and sum of the lines by kind, in total and since a moment. */
export async function kindTotals(db: Queryable, scope: LineScope, since = new Date(0)): Promise<KindTotal[]> {
  const { rows } = await db.execute<KindTotal>(sql`
    select kind, count(*)::int as count, sum(amount_cents) as cents,
      coalesce(sum(amount_cents) filter (where occurred_at >= ${since}), 0) as "centsSince"
    from ${linesIn(scope)} group by kind`)
  return rows
}

/** Count and sum of the lines by heading; empty headings are left out. */
export function groupTotals(kinds: readonly Omit<KindTotal, 'centsSince'>[]): GroupTotal[] {
  const totals = new Map<LineGroup, GroupTotal>()
  for (const { kind, count, cents } of kinds) {
    const group = groupOf(kind)
    const known = totals.get(group) ?? { group, count: 0, amountCents: 0 }
    totals.set(group, { group, count: known.count + count, amountCents: known.amountCents + cents })
  }
  return lineGroups.flatMap((group) => totals.get(group) ?? [])
}

type LinesQuery = { group?: LineGroup | undefined; before?: string | undefined; limit: number }

/** Returns a page, newest first; the cursor is null at the end. Throws a 400 refusal for an invalid cursor. */
export async function linesOf(
  db: Queryable,
  scope: LineScope,
  { group, before, limit }: LinesQuery,
): Promise<{ rows: LineRow[]; next: string | null }> {
  const conditions = [
    sql`true`,
    ...(group
      ? [
          sql`p.kind in (${sql.join(
            kindsOf(group).map((kind) => sql`${kind}`),
            sql`, `,
          )})`,
        ]
      : []),
    ...(before === undefined ? [] : [after(before)]),
  ]
  const { rows } = await db.execute<Omit<LineRow, 'occurredAt'> & { occurredAt: string }>(sql`
    select j.id, p.kind, p.occurred_at as "occurredAt", p.amount_cents as "amountCents",
      j.share_basis_points as "shareBasisPoints",
      case when j.kind like 'payout%' then null else (
        select -sum(both_parts.amount_cents)::int from ledger_lines both_parts
        where both_parts.journal_id = j.id and both_parts.account in ('creator_payable', 'platform_revenue')
      ) end as "grossCents",
      case when j.kind like 'payout%' then null
        else ${fullNameSql('who')} end as name
    from ${linesIn(scope)} join ledger_journals j on j.id = p.journal_id
    left join people who on who.id = j.person_id
    where ${sql.join(conditions, sql` and `)}
    order by p.occurred_at desc, p.journal_id desc limit ${limit + 1}`)
  const page = rows.slice(0, limit).map((row) => Object.assign(row, { occurredAt: new Date(row.occurredAt) }))
  const last = page.at(-1)
  return {
    rows: page,
    next: rows.length > limit && last ? cursorOf({ at: last.occurredAt, id: last.id }) : null,
  }
}

function after(cursor: string): SQL {
  const { at, id } = placeOf(cursor)
  return sql`(p.occurred_at, p.journal_id) < (${at}::timestamptz, ${id}::uuid)`
}
