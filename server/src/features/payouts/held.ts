import { and, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { ledgerDisputes } from '#features/ledger/schema.ts'
import { creatorShareCents } from '#features/ledger/shares.ts'
import { termsAt } from '#features/ledger/terms.ts'
import { daysBefore } from './months.ts'

/**
 * What may not go out yet at a moment, in cents of the creator's part: payments from before `before` that are younger
 * than the hold or not available at the provider, less what was taken back of them; and what is disputed.
 */
export async function heldCents(db: Queryable, { before, at }: { before: Date; at: Date }): Promise<number> {
  const { holdDays } = await termsAt(db, at)
  const { rows } = await db.execute<{ cents: number }>(sql`
    with young as (
      select id from ledger_journals
      where kind in ('subscription', 'tip') and occurred_at < ${before}
        and (occurred_at > ${daysBefore(at, holdDays)} or available_at > ${at})
    ), moves as (
      select y.id, l.amount_cents from young y
      join ledger_lines l on l.journal_id = y.id and l.account = 'creator_payable'
      union all
      select y.id, l.amount_cents from young y
      join ledger_journals j on j.payment_journal_id = y.id and j.occurred_at < ${before}
      join ledger_lines l on l.journal_id = j.id and l.account = 'creator_payable'
    ), parts as (
      select -sum(amount_cents) as part from moves group by id
    )
    select coalesce(sum(part) filter (where part > 0), 0)::int as cents from parts`)
  return (rows[0]?.cents ?? 0) + (await disputedCents(db, { before, at }))
}

/** The creator's part of disputes that are open and have not been taken out of the books before `before`. */
async function disputedCents(db: Queryable, { before, at }: { before: Date; at: Date }): Promise<number> {
  const open = await db
    .select({ amountCents: ledgerDisputes.amountCents, openedAt: ledgerDisputes.openedAt })
    .from(ledgerDisputes)
    .where(
      and(
        isNull(ledgerDisputes.closedAt),
        lte(ledgerDisputes.openedAt, at),
        // The provider takes the money with a journal of its own, and from then on the closing is lower by it.
        sql`not exists (
          select 1 from ledger_journals payment
          join ledger_journals j on j.payment_journal_id = payment.id and j.kind = 'dispute'
          where payment.provider_txn = ${ledgerDisputes.paymentTxn}
            and j.occurred_at >= ${ledgerDisputes.openedAt} and j.occurred_at < ${before})`,
      ),
    )
  let cents = 0
  for (const { amountCents, openedAt } of open) {
    const { subscriptionShareBasisPoints, tipShareBasisPoints } = await termsAt(db, openedAt)
    cents += creatorShareCents(amountCents, Math.max(subscriptionShareBasisPoints, tipShareBasisPoints))
  }
  return cents
}
