import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { cancellationMarks } from '../snapshot/cancellation-reasons.ts'
import { endNow } from './cancel-now.ts'
import { fetchSubscription, type SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { type ForSync, syncCustomer } from '../sync/sync-customer.ts'
import { voidUnpaid } from './void-invoices.ts'
import { isCanceledUnpaid } from '../snapshot/subscription-state.ts'

type Ending = Pick<SubscriptionSnapshot, 'id' | 'customerId' | 'paidThrough' | 'periodEnd'>

/** Ends a subscription whose month is not paid, so that nothing is collected for it; safe to repeat. */
export async function endUnpaid(
  services: ForSync,
  { id, customerId, paidThrough, periodEnd }: Ending,
): Promise<void> {
  // For a moment after a paid month the provider is still in it: that one is no unpaid month.
  const isPaidMonth = paidThrough !== null && paidThrough >= periodEnd
  await endNow(services, id, isPaidMonth ? undefined : cancellationMarks.unpaid)
  await voidUnpaid(services, id)
  await syncCustomer(services, customerId)
}

/** The same for a cancellation that was made at the provider, if it still stands and the month is still unpaid. */
export async function endCanceledUnpaid(services: Services, subscriptionId: string): Promise<void> {
  const reading = await withRefusals(fetchSubscription(services.payments, subscriptionId))
  if (isCanceledUnpaid(reading)) await endUnpaid(services, reading)
}
