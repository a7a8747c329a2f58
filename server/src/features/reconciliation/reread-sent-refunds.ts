import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { idOf } from '#payments/id-of.ts'
import { withRefusals, isOutcomeUnknown } from '#payments/provider-errors.ts'
import { recordFailedRefund } from '#features/ledger/failed-refunds.ts'
import { ledgerRefunds } from '#features/ledger/schema.ts'

const dayMs = 24 * 60 * 60_000
/** Refunds refreshed per day. */
const batchSize = 200

/** Makes up for events lost more than a day ago, in random order, because there may be more than one batch. */
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
      log.error({ err: error, refundId }, 'refreshing a refund failed')
    }
  }
}
