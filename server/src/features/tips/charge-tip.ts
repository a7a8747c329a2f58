import { Stripe } from 'stripe'
import { isRepeatedFailure } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { failTip, recordOutcome, type TipOutcome } from './record-outcome.ts'
import type { TipRow } from './schema.ts'

export type TipServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'live' | 'log' | 'payments' | 'address'>

/** True for every error of the provider or of the connection to it. */
export const isProviderError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError

/**
 * The idempotency key belongs to the tip. Without a response the tip stays pending: it may have been charged.
 * `isKeySpent`: the provider keeps repeating a failure for this key.
 */
export async function chargeTip(
  services: TipServices,
  tip: TipRow,
): Promise<TipOutcome & { isKeySpent?: boolean }> {
  const { payments, address, log } = services
  try {
    const intent = await payments.stripe.paymentIntents.create(
      {
        amount: tip.amountCents,
        currency: payments.price.currency,
        customer: tip.customerId,
        payment_method: tip.paymentMethodId,
        allowed_payment_method_types: payments.methods,
        confirm: true,
        return_url: `${address.url}/my-tips`,
        metadata: { app: 'touchline', tip_id: tip.id },
      },
      { idempotencyKey: `tip:${tip.id}:a${tip.attempt}` },
    )
    return await recordOutcome(services, tip.id, intent)
  } catch (error) {
    if (!isProviderError(error)) throw error
    if (error instanceof Stripe.errors.StripeCardError)
      return error.payment_intent
        ? recordOutcome(services, tip.id, error.payment_intent)
        : failTip(services, tip.id, {
            failureCode: error.code ?? 'card_declined',
            failureMessage: error.message,
          })
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      log.error({ err: error, tipId: tip.id }, 'the provider refused to charge a tip')
      return failTip(services, tip.id, {
        failureCode: 'unusable',
        failureMessage: 'Your saved payment method cannot be charged.',
      })
    }
    log.warn({ err: error, tipId: tip.id }, 'no response about a tip; it will be retried')
    return { tip, clientSecret: null, isKeySpent: isRepeatedFailure(error) }
  }
}
