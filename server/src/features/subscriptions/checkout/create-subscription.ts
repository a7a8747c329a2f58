import type { Stripe } from 'stripe'
import type { Services } from '#services.ts'
import { cancellationComments } from '../snapshot/cancellation-reasons.ts'
import { cancelNow } from '../ending/cancel-now.ts'
import { invalidPromoCode, isDiscountRefused, promotionCodeOf } from './promo-codes.ts'

type Input = {
  customerId: string
  couponCode: string | null
  /** A saved card that later months are charged to, for a first month that costs nothing. */
  paymentMethodId?: string | null
  idempotencyKey: string
  metadata: Record<string, string>
}

/**
 * Makes a subscription whose first payment is still to be confirmed in the browser; one that costs nothing is active
 * at once. Returns its id. Asking again with the same key returns the same one. A promo code that does not hold is
 * refused with 404.
 */
export async function createSubscription(
  { payments, clock }: Pick<Services, 'payments' | 'clock'>,
  { customerId, couponCode, paymentMethodId, idempotencyKey, metadata }: Input,
): Promise<string> {
  const promotion = couponCode ? await promotionCodeOf(payments, clock, couponCode, customerId) : null
  const wanted: Stripe.SubscriptionCreateParams = {
    customer: customerId,
    items: [{ price: payments.price.id, quantity: 1 }],
    payment_behavior: 'default_incomplete',
    payment_settings: {
      save_default_payment_method: 'on_subscription',
      payment_method_types: payments.methods,
    },
    metadata: { app: 'touchline', ...metadata },
    ...(paymentMethodId ? { default_payment_method: paymentMethodId } : {}),
    ...(promotion ? { discounts: [{ promotion_code: promotion.id }] } : {}),
  }
  try {
    const made = await payments.stripe.subscriptions.create(wanted, { idempotencyKey })
    return made.id
  } catch (error) {
    if (promotion && isDiscountRefused(error)) throw invalidPromoCode('This promo code is no longer valid.')
    throw error
  }
}

/**
 * Ends a subscription that was not paid, unless it has ended by itself. Should a payment have arrived in that very
 * moment, it is given back by a job; the mark has it given back also where nobody lived to see it.
 */
export async function cancelUnpaid(
  services: Pick<Services, 'payments' | 'db' | 'jobs'>,
  subscriptionId: string,
): Promise<void> {
  const ended = await cancelNow(services, subscriptionId, cancellationComments.voided)
  const invoice = typeof ended?.latest_invoice === 'string' ? null : ended?.latest_invoice
  if (invoice?.status === 'paid' && invoice.amount_paid > 0)
    await services.jobs.enqueue(services.db, 'give-back', { subscriptionId })
}
