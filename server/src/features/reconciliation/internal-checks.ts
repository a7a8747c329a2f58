import type { BalanceCheck } from '@touchline/contract/ledger.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { ledgerJournals, ledgerLines } from '#features/ledger/schema.ts'
import { payoutLines, payouts, payoutStatements } from '#features/payouts/schema.ts'
import { renewalWindowMs } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { type ViolatingRow, toBalanceCheck } from './check-result.ts'

/* These checks need only the database. They spell out columns: in a subselect Drizzle's name the innermost table. */

async function numberOf(db: Queryable, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ value: string | number | null }>(query)
  return Number(rows[0]?.value ?? 0)
}

async function violations(db: Queryable, query: SQL): Promise<ViolatingRow[]> {
  const { rows } = await db.execute<{ id: string; note: string }>(sql`${query} limit 20`)
  return rows.map(({ id, note }) => ({ id, note }))
}

/** (3) The creator balance equals the statements plus the movements after them. */
export async function payableCheck(db: Queryable): Promise<BalanceCheck> {
  const owed = await numberOf(
    db,
    sql`select -sum(amount_cents) as value from ${ledgerLines} where account = 'creator_payable'`,
  )
  const closed = await numberOf(
    db,
    sql`select sum(closing_cents) as value from (
      select distinct on (creator_id) closing_cents from ${payoutStatements} order by creator_id, month desc
    ) latest`,
  )
  const open = await numberOf(
    db,
    sql`select -sum(l.amount_cents) as value from ${ledgerLines} l
      where l.account = 'creator_payable'
      and not exists (select 1 from ${payoutLines} p where p.journal_id = l.journal_id)`,
  )
  const rows = await violations(
    db,
    sql`select p.journal_id as id, 'stands with ' || p.amount_cents || ' in a statement, and with ' || -l.amount_cents || ' in the books' as note
      from ${payoutLines} p join ${ledgerLines} l on l.journal_id = p.journal_id and l.account = 'creator_payable'
      where p.amount_cents <> -l.amount_cents`,
  )
  return toBalanceCheck({
    number: 3,
    name: 'What the creator is owed is in the statements or still to be stated',
    unit: 'cents',
    left: { label: 'Owed to the creator in the books', value: owed },
    right: { label: 'Latest statements and what came after them', value: closed + open },
    rows,
  })
}

/** (5) Every member has paid for today or is in grace. */
export async function coverageCheck(db: Queryable, now: Date): Promise<BalanceCheck> {
  const at = sql`${now.toISOString()}::timestamptz`
  const window = sql`make_interval(secs => ${renewalWindowMs / 1000})`
  const isMember = sql`m.is_current and m.ended_at is null and m.revoked_at is null
    and (m.status in ('active', 'trialing') or (m.status = 'past_due' and m.grace_until > ${at}))`
  const isCovered = sql`coalesce(case when m.status = 'past_due' then true else m.paid_through + ${window} > ${at} end, false)`
  const members = await numberOf(db, sql`select count(*) as value from ${memberships} m where ${isMember}`)
  const covered = await numberOf(
    db,
    sql`select count(*) as value from ${memberships} m where ${isMember} and ${isCovered}`,
  )
  const rows = await violations(
    db,
    sql`select m.id, m.subscription_id || ' is active and paid until ' || coalesce(m.paid_through::text, 'never') as note
      from ${memberships} m where ${isMember} and not ${isCovered}`,
  )
  return toBalanceCheck({
    number: 5,
    name: 'Every active membership is paid for now, or in grace',
    unit: 'count',
    left: { label: 'Active memberships', value: members },
    right: { label: 'Of these, paid for or in grace', value: covered },
    rows,
  })
}

const isLive = sql`status in ('active', 'trialing', 'past_due', 'unpaid', 'paused')`

/** (6) No one has two live subscriptions. */
export async function oneEachCheck(db: Queryable): Promise<BalanceCheck> {
  const live = await numberOf(db, sql`select count(*) as value from ${memberships} where ${isLive}`)
  const customers = await numberOf(
    db,
    sql`select count(distinct person_id) as value from ${memberships} where ${isLive}`,
  )
  const rows = await violations(
    db,
    sql`select person_id as id, 'has ' || count(*) || ' live subscriptions: ' || string_agg(subscription_id, ', ') as note
      from ${memberships} where ${isLive} group by person_id having count(*) > 1`,
  )
  return toBalanceCheck({
    number: 6,
    name: 'No one has two live subscriptions',
    unit: 'count',
    left: { label: 'Live subscriptions', value: live },
    right: { label: 'People who have one', value: customers },
    rows,
  })
}

/** (7) Payouts equal their statements, line by line. */
export async function payoutCheck(db: Queryable): Promise<BalanceCheck> {
  const sent = await numberOf(db, sql`select sum(amount_cents) as value from ${payouts}`)
  const booked = await numberOf(
    db,
    sql`select sum(l.amount_cents) as value from ${ledgerLines} l join ${ledgerJournals} j on j.id = l.journal_id
      where j.kind = 'payout' and l.account = 'creator_payable'`,
  )
  const rows = await violations(
    db,
    sql`select s.id, 'closes at ' || s.closing_cents || ', and its lines at ' || s.opening_cents + coalesce(sum(p.amount_cents), 0) as note
      from ${payoutStatements} s left join ${payoutLines} p on p.statement_id = s.id
      group by s.id having s.closing_cents <> s.opening_cents + coalesce(sum(p.amount_cents), 0)
      union all
      select p.id, 'pays ' || p.amount_cents || ' of a statement of ' || s.payable_cents as note
      from ${payouts} p join ${payoutStatements} s on s.id = p.statement_id where p.amount_cents <> s.payable_cents`,
  )
  return toBalanceCheck({
    number: 7,
    name: 'Payouts are the sum of their lines',
    unit: 'cents',
    left: { label: 'Payouts', value: sent },
    right: { label: 'Payouts in the books', value: booked },
    rows,
  })
}
