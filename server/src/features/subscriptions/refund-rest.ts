import { Stripe } from 'stripe'
import { answerOf, isRepeatedFailure, isStoredFailure } from '#payments/provider-errors.ts'

/**
 * Refunds what is left of a payment; false when nothing was. The provider repeats its answer to a key for a day, also
 * a failure of its own and a refund that failed later: such a key has had its turn, and the next number is used. More
 * than was paid is never refunded, whatever the key.
 */
export async function refundRest(stripe: Stripe, paymentIntentId: string): Promise<boolean> {
  const { data } = await answerOf(stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
  let failures = 0
  for (let number = data.length + 1; ; number += 1) {
    try {
      await stripe.refunds.create(
        { payment_intent: paymentIntentId, reason: 'duplicate' },
        // The SDK would ask again with the same key and hear the same.
        { idempotencyKey: `refund:${paymentIntentId}:${number}`, maxNetworkRetries: 0 },
      )
      return true
    } catch (error) {
      // A failure just now may have been one of the answer only.
      if (isAlreadyRefunded(error)) return failures > 0
      if (!isRepeatedFailure(error)) failures += 1
      if (!isStoredFailure(error) || failures > 1) throw error
    }
  }
}

const isAlreadyRefunded = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'
