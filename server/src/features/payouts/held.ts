import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { termsAt, creatorShareCents } from '#features/ledger/terms.ts'
import { daysBefore } from '#time/months.ts'

type Moment = { before: Date; at: Date }

/** Sums the creator's share that is too recent, unavailable at the provider or disputed, less reversals, in cents. */
export async function heldCents(db: Queryable, moment: Moment): Promise<number> {
  const { holdDays } = await termsAt(db, moment.at)
  const heldSince = daysBefore(moment.at, holdDays)
  return (await recentCents(db, moment, heldSince)) + (await disputedCents(db, moment, heldSince))
}

/** Sums in the indexes of open and closed lines; a reversal of a recent payment is always recent too. */
async function recentCents(db: Queryable, { before, at }: Moment, heldSince: Date): Promise<number> {
  const isPayment = sql`kind in ('subscription', 'tip')`
  const isYoung = sql`occurred_at > ${heldSince} and occurred_at < ${before}`
  const linesOf = (condition: SQL) => sql`
    select journal_id, amount_cents from payout_open_lines where ${isYoung} and ${condition}
    union all
    select p.journal_id, p.amount_cents from payout_statements s, lateral (
      select journal_id, amount_cents from payout_lines
      where statement_id = s.id and ${isYoung} and ${condition}) p`
  // `offset 0` forces a lookup per row; otherwise the planner reads every refund.
  const { rows } = await db.execute<{ cents: string | number }>(sql`
    with changed as (
      select j.payment_journal_id as id, sum(t.amount_cents) as cents
      from (${linesOf(sql`not ${isPayment}`)}) t, lateral (
        select payment_journal_id from ledger_journals where id = t.journal_id offset 0) j
      group by 1
    ), corrections as (
      select greatest(own.cents + c.cents, 0) - greatest(own.cents, 0) as cents from changed c, lateral (
        select amount_cents as cents from payout_open_lines where journal_id = c.id and ${isYoung} and ${isPayment}
        union all
        select amount_cents from payout_lines where journal_id = c.id and ${isYoung} and ${isPayment}
        offset 0) own
      union all
      select greatest(late.cents, 0) from ledger_journals p, lateral (
        select -sum(l.amount_cents) as cents from ledger_journals j
        join ledger_lines l on l.journal_id = j.id and l.account = 'creator_payable'
        where j.id in (
            select p.id union all select id from ledger_journals where payment_journal_id = p.id)
          and j.occurred_at < ${before}
        offset 0) late
      where p.kind in ('subscription', 'tip') and p.available_at > ${at} and p.occurred_at <= ${heldSince}
        and p.occurred_at < ${before}
    )
    select (select coalesce(sum(amount_cents), 0) from (${linesOf(isPayment)}) young where amount_cents > 0)
      + (select coalesce(sum(cents), 0) from corrections) as cents`)
  return Number(rows[0]?.cents ?? 0)
}

/** The creator's share of open disputes that are not booked before `before`. */
async function disputedCents(db: Queryable, { before, at }: Moment, heldSince: Date): Promise<number> {
  const { rows } = await db.execute<{ share: number; disputed: string | number; rest: string | number }>(sql`
    with disputed as (
      select p.id, p.share_basis_points, sum(d.amount_cents) as amount_cents
      from ledger_disputes d
      join ledger_journals p on p.provider_txn = d.payment_txn and p.kind in ('subscription', 'tip')
      where d.closed_at is null and d.opened_at <= ${at} and p.occurred_at < ${before}
        -- Recent payments are held in full by recentCents.
        and p.occurred_at <= ${heldSince} and (p.available_at is null or p.available_at <= ${at})
        -- Once booked, the dispute lowers the closing balance itself.
        and not exists (
          select 1 from ledger_journals j where j.payment_journal_id = p.id and j.kind = 'dispute'
            and j.occurred_at >= d.opened_at and j.occurred_at < ${before})
      group by p.id
    )
    select d.share_basis_points as share, d.amount_cents as disputed, (
      select coalesce(-sum(l.amount_cents), 0) from ledger_journals j
      join ledger_lines l on l.journal_id = j.id and l.account = 'creator_payable'
      where (j.id = d.id or j.payment_journal_id = d.id) and j.occurred_at < ${before}
    ) as rest
    from disputed d`)
  return rows.reduce((sum, { share, disputed, rest }) => {
    const cents = Math.min(creatorShareCents(Number(disputed), share), Number(rest))
    return sum + Math.max(0, cents)
  }, 0)
}
