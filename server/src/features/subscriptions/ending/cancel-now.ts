import { Stripe } from 'stripe'
import { withRefusals, isMissingAtProvider, toRefusal } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'

const withInvoice = { expand: ['latest_invoice'] }

/** Safe to repeat. Returns null if Stripe does not know the subscription. */
export async function cancelNow(
  { payments: { stripe } }: Pick<Services, 'payments'>,
  subscriptionId: string,
  comment?: string,
): Promise<Stripe.Subscription | null> {
  const reason = comment ? { cancellation_details: { comment } } : {}
  try {
    return await stripe.subscriptions.cancel(subscriptionId, { ...withInvoice, ...reason })
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
