import { withRefusals } from '#payments/provider-errors.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { type SyncServices, syncCustomer } from '../sync/sync-customer.ts'

/**
 * Takes back a cancellation that has not taken effect; without one nothing changes. `mark` says at the provider why,
 * where it was not the person. Refuses with 503 while the provider does not answer.
 */
export async function resumeAtStripe(
  services: SyncServices,
  { id, customerId }: Pick<SubscriptionSnapshot, 'id' | 'customerId'>,
  mark = '',
): Promise<void> {
  const { stripe } = services.payments
  const current = await withRefusals(stripe.subscriptions.retrieve(id))
  // The two ways of cancelling are taken back each by its own field; sending both is an error.
  const undo = current.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
  if (current.cancel_at_period_end || current.cancel_at !== null)
    await withRefusals(stripe.subscriptions.update(id, { ...undo, cancellation_details: { comment: mark } }))
  await syncCustomer(services, customerId)
}
