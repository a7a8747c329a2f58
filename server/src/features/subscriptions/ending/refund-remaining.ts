import { Stripe } from 'stripe'
import { raiseAlertUnlessKnown } from '#alerts/alerts.ts'
import { withRefusals, isRepeatedFailure, isStoredFailure } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'

type ForRefunds = Pick<Services, 'clock' | 'db' | 'log' | 'payments'>

/**
 * Refunds what is left of a payment; false when it cannot go back by itself: a refund of it failed later, which would
 * only happen again, and somebody has to see to it. The provider repeats its answer to a key for a day, also a failure
 * of its own: such a key has had its turn, and the next number is used. More than was paid is never refunded, whatever
 * the key.
 */
export async function refundRemaining(services: ForRefunds, paymentIntentId: string): Promise<boolean> {
  const { stripe } = services.payments
  const { data } = await withRefusals(stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
  const failed = data.find(({ status }) => status === 'failed')
  if (failed) {
    await reportFailedRefund(services, failed.id, paymentIntentId)
    return false
  }
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
      if (isAlreadyRefunded(error)) return true
      if (!isRepeatedFailure(error)) failures += 1
      if (!isStoredFailure(error) || failures > 1) throw error
    }
  }
}

/** Once: whoever closes the alert has sent the money back another way, and the provider does not know of it. */
async function reportFailedRefund(services: ForRefunds, refundId: string, paymentIntentId: string) {
  await raiseAlertUnlessKnown(services.db, services, {
    kind: 'refund-failed',
    subject: refundId,
    message: `A refund of ${paymentIntentId} failed: the money came back to us and has to be sent another way.`,
  })
}

const isAlreadyRefunded = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'
