import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { creatorShareCents } from '#features/ledger/shares.ts'
import { termsAt } from '#features/ledger/terms.ts'
import { daysBefore } from './months.ts'

/** Which payments: those from before `before`, as they stand at `at`. */
type Moment = { before: Date; at: Date }

/**
 * What may not go out yet at a moment, in cents of the creator's part, less what was taken back of it: payments from
 * before `before` that are younger than the hold or not available at the provider, and of the others what is disputed.
 */
export async function heldCents(db: Queryable, moment: Moment): Promise<number> {
  const { holdDays } = await termsAt(db, moment.at)
  const youngest = daysBefore(moment.at, holdDays)
  return (await youngCents(db, moment, youngest)) + (await disputedCents(db, moment, youngest))
}

async function youngCents(db: Queryable, { before, at }: Moment, youngest: Date): Promise<number> {
  const { rows } = await db.execute<{ cents: string | number }>(sql`
    with young as (
      select id from ledger_journals
      where kind in ('subscription', 'tip') and occurred_at < ${before} and occurred_at > ${youngest}
      union
      select id from ledger_journals
      where kind in ('subscription', 'tip') and occurred_at < ${before} and available_at > ${at}
    ), moves as (
      select y.id, -o.amount_cents as amount_cents from young y join payout_open_lines o on o.journal_id = y.id
      union all
      -- Looked up one by one: the planner would rather read the lines of the whole books.
      select y.id, l.amount_cents from young y, lateral (
        select amount_cents from ledger_lines where journal_id = y.id and account = 'creator_payable' offset 0) l
      where not exists (select from payout_open_lines o where o.journal_id = y.id)
      union all
      select y.id, l.amount_cents from young y
      join ledger_journals j on j.payment_journal_id = y.id and j.payment_journal_id is not null
        and j.occurred_at < ${before}
      join ledger_lines l on l.journal_id = j.id and l.account = 'creator_payable'
    ), parts as (
      select -sum(amount_cents) as part from moves group by id
    )
    select coalesce(sum(part) filter (where part > 0), 0) as cents from parts`)
  return Number(rows[0]?.cents ?? 0)
}

/** The creator's part of disputes that are open and have not been taken out of the books before `before`. */
async function disputedCents(db: Queryable, { before, at }: Moment, youngest: Date): Promise<number> {
  const { rows } = await db.execute<{ share: number; disputed: string | number; rest: string | number }>(sql`
    with disputed as (
      select p.id, p.share_basis_points, sum(d.amount_cents) as amount_cents
      from ledger_disputes d
      join ledger_journals p on p.provider_txn = d.payment_txn and p.kind in ('subscription', 'tip')
      where d.closed_at is null and d.opened_at <= ${at} and p.occurred_at < ${before}
        -- A young payment is held back whole.
        and p.occurred_at <= ${youngest} and (p.available_at is null or p.available_at <= ${at})
        -- The provider takes the money with a journal of its own, and from then on the closing is lower by it.
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
