import type { Transaction } from '#db/database.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { isKnownStatus, isCanceledUnpaid, needsRevocationSync } from '../snapshot/subscription-state.ts'
import type { SubscriptionChange } from '../snapshot/subscription-change.ts'

/** Enqueues in `tx` what a snapshot requires at Stripe, and alerts the admins. All of it is safe to repeat. */
export async function enqueueFollowUps(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'jobs' | 'log'>,
  personId: string,
  { snapshot }: Pick<SubscriptionChange, 'snapshot'>,
): Promise<void> {
  const { id: subscriptionId, status, endedAt, openInvoiceId, hasDraft } = snapshot
  if (!isKnownStatus(snapshot))
    await raiseAlert(tx, services, {
      kind: 'unknown-status',
      subject: subscriptionId,
      personId,
      message: `The provider calls a subscription "${status}", which this program does not know: it gives no access.`,
    })
  if (endedAt && (openInvoiceId || hasDraft))
    await services.jobs.enqueue(tx, 'void-unpaid', { subscriptionId })
  if (isCanceledUnpaid(snapshot)) await services.jobs.enqueue(tx, 'end-unpaid', { subscriptionId })
  if (needsRevocationSync(snapshot)) await services.jobs.enqueue(tx, 'follow-revocation', { subscriptionId })
  for (const { id, isLate, isRefunded, isDisputeLost, paymentIntentId } of snapshot.paid) {
    if (isRefunded || isDisputeLost || !paymentIntentId) continue
    // The snapshot may be older than the refund it asks for: the job checks that.
    if (snapshot.endReason === 'voided')
      await services.jobs.enqueue(tx, 'refund-rest', { paymentIntentId, personId })
    else if (isLate)
      await services.jobs.enqueue(tx, 'refund-late', { subscriptionId, paymentIntentId, invoiceId: id })
  }
}
