import { answerOf } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { cancellationMarks } from '../snapshot/cancellation-reasons.ts'
import { endNow } from './cancel-now.ts'
import { readSubscription, type SubscriptionReading } from '../snapshot/subscription-snapshot.ts'
import { type ForSync, syncCustomer } from '../sync/sync-customer.ts'
import { voidUnpaid } from './void-invoices.ts'

type Ending = Pick<SubscriptionReading, 'id' | 'customerId' | 'paidThrough' | 'periodEnd'>

type Standing = Pick<SubscriptionReading, 'status' | 'paidThrough'>

/** True while the month that runs is paid. For an hour after it the next one is begun and not charged yet. */
export const isPaidUp = ({ status, paidThrough }: Standing, now: Date): boolean =>
  status === 'trialing' || (status === 'active' && paidThrough !== null && paidThrough > now)

/**
 * True where a cancellation came when the month that runs was not paid. The provider would go on collecting that month
 * until its end; whoever cancels then owes nothing any more.
 */
export function isCanceledUnpaid({
  status,
  cancelAt,
  canceledAt,
  paidThrough,
}: Standing & Pick<SubscriptionReading, 'cancelAt' | 'canceledAt'>): boolean {
  if (!cancelAt) return false
  if (status === 'past_due' || status === 'unpaid') return true
  return status === 'active' && canceledAt !== null && paidThrough !== null && canceledAt >= paidThrough
}

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
  const reading = await answerOf(readSubscription(services.payments, subscriptionId))
  if (isCanceledUnpaid(reading)) await endUnpaid(services, reading)
}
