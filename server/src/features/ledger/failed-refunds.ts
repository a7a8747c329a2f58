import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { validate as isUuid } from 'uuid'
import type { Services } from '#services.ts'
import { paymentById } from './payment-journal.ts'
import { ledgerRefunds } from './schema.ts'
import type { Queryable } from '#db/database.ts'
import { raiseAlertUnlessKnown } from '#alerts/alerts.ts'
import { idOf } from '#payments/id-of.ts'

/** Raises the alert once: an admin who closes it has sent the money another way. `what` completes the sentence. */
export async function alertRefundFailed(
  db: Queryable,
  services: Pick<Services, 'clock' | 'log'>,
  { id, amount, currency, payment_intent: intent, charge }: Stripe.Refund,
  personId: string | null,
  what: string,
): Promise<void> {
  const payment = idOf(intent) ?? idOf(charge) ?? 'a payment'
  await raiseAlertUnlessKnown(db, services, {
    kind: 'refund-failed',
    subject: id,
    personId,
    message: `A refund of ${payment} (${(amount / 100).toFixed(2)} ${currency.toUpperCase()}) failed: ${what}. Send it another way, then close this.`,
  })
}

/** Records a refund that failed at the provider after being pending. No money moved. */
export async function recordFailedRefund(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  refund: Stripe.Refund,
): Promise<void> {
  const { id, status, balance_transaction: moved, failure_reason: reason, metadata } = refund
  if (moved || (status !== 'failed' && status !== 'canceled')) return
  const named = metadata?.['refund_id']
  await services.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(ledgerRefunds)
      .set({
        state: 'refused',
        lastError: (reason ?? status).slice(0, 500),
        settledAt: sql`coalesce(${ledgerRefunds.settledAt}, ${services.clock.now()})`,
      })
      .where(
        and(
          or(eq(ledgerRefunds.refundId, id), isUuid(named) ? eq(ledgerRefunds.id, String(named)) : undefined),
          isNull(ledgerRefunds.journalId),
          ne(ledgerRefunds.state, 'refused'),
        ),
      )
      .returning({ paymentJournalId: ledgerRefunds.paymentJournalId })
    if (!changed) return
    const payment = await paymentById(tx, changed.paymentJournalId)
    await alertRefundFailed(tx, services, refund, payment?.personId ?? null, 'no money was sent back')
  })
}
