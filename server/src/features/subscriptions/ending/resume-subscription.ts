import { withRefusals } from '#payments/provider-errors.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { type SyncServices, syncCustomer } from '../sync/sync-customer.ts'

/** Without a cancellation nothing changes. `comment` is the reason at Stripe, unless the member resumed. */
export async function resumeAtStripe(
  services: SyncServices,
  { id, customerId }: Pick<SubscriptionSnapshot, 'id' | 'customerId'>,
  comment = '',
): Promise<void> {
  const { stripe } = services.payments
  const current = await withRefusals(stripe.subscriptions.retrieve(id))
  // Each way of canceling is undone by its own field; sending both is an error.
  const undo = current.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
  if (current.cancel_at_period_end || current.cancel_at !== null)
    await withRefusals(
      stripe.subscriptions.update(id, { ...undo, cancellation_details: { comment: comment } }),
    )
  await syncCustomer(services, customerId)
}
