import { Stripe } from 'stripe'
import { answerOf } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { endNow } from './end-now.ts'
import { readSubscription } from './reading.ts'

/**
 * Ends a subscription now and refunds everything that was paid for it. Safe to repeat. Returns the cents that were
 * paid in all.
 */
export async function giveBack(
  { payments }: Pick<Services, 'payments'>,
  subscriptionId: string,
): Promise<number> {
  const { stripe } = payments
  await endNow({ payments }, subscriptionId)
  const { paid } = await answerOf(readSubscription(payments, subscriptionId))
  for (const { paymentIntentId } of paid) if (paymentIntentId) await refundOnce(stripe, paymentIntentId)
  return paid.reduce((sum, invoice) => sum + invoice.amountCents, 0)
}

async function refundOnce(stripe: Stripe, paymentIntentId: string) {
  try {
    await stripe.refunds.create(
      { payment_intent: paymentIntentId, reason: 'duplicate' },
      { idempotencyKey: `refund:${paymentIntentId}:1` },
    )
  } catch (error) {
    const isDone =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'
    if (!isDone) throw error
  }
}
