import { Stripe } from 'stripe'
import { withRefusals, isMissingAtProvider, toRefusal } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'

const withInvoice = { expand: ['latest_invoice'] }

/**
 * Ends a subscription at once; one that has ended already, by the provider or by someone faster, stays as it is.
 * Returns it with its latest invoice; null when the provider does not know it. `mark` says there why.
 */
export async function cancelNow(
  { payments: { stripe } }: Pick<Services, 'payments'>,
  subscriptionId: string,
  mark?: string,
): Promise<Stripe.Subscription | null> {
  const why = mark ? { cancellation_details: { comment: mark } } : {}
  try {
    return await stripe.subscriptions.cancel(subscriptionId, { ...withInvoice, ...why })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw toRefusal(error)
    const found = await retrieve(stripe, subscriptionId)
    if (found && found.ended_at === null) throw toRefusal(error)
    return found
  }
}

async function retrieve(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription | null> {
  try {
    return await withRefusals(stripe.subscriptions.retrieve(subscriptionId, withInvoice))
  } catch (error) {
    if (isMissingAtProvider(error)) return null
    throw error
  }
}
