import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { idOf } from '#payments/id-of.ts'
import { withRefusals, isOutcomeUnknown } from '#payments/provider-errors.ts'
import { recordFailedRefund } from '#features/ledger/failed-refunds.ts'
import { ledgerRefunds } from '#features/ledger/schema.ts'

const dayMs = 24 * 60 * 60_000
/** How many of them are read again in a day. */
const batchSize = 200

/**
 * Reads refunds once more that were sent more than a day ago and are not in the books, in case the provider could not
 * tell what became of them. Where there are more than can be read in a day, chance gives each its turn. Throws while the
 * provider does not answer.
 */
export async function rereadSentRefunds(services: Services): Promise<void> {
  const { db, clock, jobs, log, payments } = services
  const sent = await db
    .select({ refundId: ledgerRefunds.refundId })
    .from(ledgerRefunds)
    .where(
      and(
        eq(ledgerRefunds.state, 'sent'),
        isNull(ledgerRefunds.journalId),
        isNotNull(ledgerRefunds.refundId),
        lt(ledgerRefunds.settledAt, new Date(clock.now().getTime() - dayMs)),
      ),
    )
    .orderBy(sql`random()`)
    .limit(batchSize)
  for (const { refundId } of sent) {
    try {
      const refund = await withRefusals(payments.stripe.refunds.retrieve(String(refundId)))
      await recordFailedRefund(services, refund)
      for (const moved of [refund.balance_transaction, refund.failure_balance_transaction])
        if (moved) await jobs.enqueue(db, 'post-transaction', { txnId: idOf(moved) })
    } catch (error) {
      if (isOutcomeUnknown(error)) throw error
      log.error({ err: error, refundId }, 'a refund could not be read again')
    }
  }
}
