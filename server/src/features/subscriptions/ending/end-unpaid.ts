import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import {
  fetchSubscription,
  type SubscriptionSnapshot,
  cancellationComments,
} from '../snapshot/subscription-snapshot.ts'
import { isCanceledUnpaid } from '../snapshot/subscription-state.ts'
import { type SyncServices, syncCustomer } from '../sync/sync-customer.ts'
import { cancelNow } from './cancel-now.ts'
import { voidInvoices } from './void-invoices.ts'

type Ending = Pick<SubscriptionSnapshot, 'id' | 'customerId' | 'paidThrough' | 'periodEnd'>

/** Ends a subscription in an unpaid month, so that nothing is collected for it; safe to repeat. */
export async function endUnpaid(
  services: SyncServices,
  { id, customerId, paidThrough, periodEnd }: Ending,
): Promise<void> {
  // For a moment after a paid month Stripe still reports that month, which is paid.
  const isPaidMonth = paidThrough !== null && paidThrough >= periodEnd
  await cancelNow(services, id, isPaidMonth ? undefined : cancellationComments.unpaid)
  await voidInvoices(services, id)
  await syncCustomer(services, customerId)
}

/** Does the same for a cancellation made at Stripe, if it still stands and the month is still unpaid. */
export async function endCanceledUnpaid(services: Services, subscriptionId: string): Promise<void> {
  const snapshot = await withRefusals(fetchSubscription(services.payments, subscriptionId))
  if (isCanceledUnpaid(snapshot)) await endUnpaid(services, snapshot)
}
