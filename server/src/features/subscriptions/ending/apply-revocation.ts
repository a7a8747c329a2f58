import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { fetchSubscription, cancellationComments } from '../snapshot/subscription-snapshot.ts'
import { needsRevocationSync } from '../snapshot/subscription-state.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { cancelNow } from './cancel-now.ts'
import { resumeAtStripe } from './resume-subscription.ts'
import { voidInvoices } from './void-invoices.ts'

/**
 * Updates Stripe after a refund or dispute; safe to repeat. A lost dispute ends the subscription now, a full refund
 * stops its renewal. If the member resumed it, only our comment goes, which would undo a later cancellation.
 */
export async function applyRevocation(services: Services, subscriptionId: string): Promise<void> {
  const { payments } = services
  const snapshot = await withRefusals(fetchSubscription(payments, subscriptionId))
  const { revocation, customerId, cancelAt } = snapshot
  if (!needsRevocationSync(snapshot)) return
  if (revocation === 'disputed') {
    await cancelNow(services, subscriptionId)
    await voidInvoices(services, subscriptionId)
    await syncCustomer(services, customerId)
  } else if (revocation === 'refunded') {
    const wanted = {
      cancel_at_period_end: true,
      cancellation_details: { comment: cancellationComments.refunded },
    }
    await withRefusals(payments.stripe.subscriptions.update(subscriptionId, wanted))
    await syncCustomer(services, customerId)
  } else if (cancelAt === null) {
    const unmarked = { cancellation_details: { comment: '' } }
    await withRefusals(payments.stripe.subscriptions.update(subscriptionId, unmarked))
    await syncCustomer(services, customerId)
  } else await resumeAtStripe(services, snapshot, cancellationComments.restored)
}
