import { Stripe } from 'stripe'
import { raiseAlertUnlessKnown } from '#alerts/alerts.ts'
import { withRefusals, isRepeatedFailure, isStoredFailure } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
/** A payment whose rest goes back. `personId` is the member who made it, where one is known. */
export type PaymentToRefund = { paymentIntentId: string; personId?: string | null }

/**
 * Returns false after a failed refund: another would fail too. Stripe never refunds more than was paid.
 * It repeats its response to a key for a day, even its own failures: then the next number is used.
 */
export async function refundRemaining(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'payments'>,
  { paymentIntentId, personId }: PaymentToRefund,
): Promise<boolean> {
  const { stripe } = services.payments
  const { data } = await withRefusals(stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
  const failed = data.find(({ status }) => status === 'failed')
  if (failed) {
    await reportFailedRefund(services, failed.id, { paymentIntentId, personId })
    return false
  }
  let failures = 0
  for (let number = data.length + 1; ; number += 1) {
    try {
      await stripe.refunds.create(
        { payment_intent: paymentIntentId, reason: 'duplicate' },
        // The SDK would retry with the same key and get the same response.
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

/** Raised once: the admin who closes the alert has sent the money another way, which Stripe does not know. */
async function reportFailedRefund(
  services: Pick<Services, 'clock' | 'db' | 'log'>,
  refundId: string,
  { paymentIntentId, personId }: PaymentToRefund,
) {
  await raiseAlertUnlessKnown(services.db, services, {
    kind: 'refund-failed',
    subject: refundId,
    personId: personId ?? null,
    message: `A refund of ${paymentIntentId} failed: the money came back to us and has to be sent another way.`,
  })
}

const isAlreadyRefunded = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'
