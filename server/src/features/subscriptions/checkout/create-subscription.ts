import type { Stripe } from 'stripe'
import type { Services } from '#services.ts'
import { cancelNow } from '../ending/cancel-now.ts'
import { cancellationComments } from '../snapshot/subscription-snapshot.ts'
import { invalidPromoCode, isDiscountRefused, promotionCodeOf } from './promo-codes.ts'

type Input = {
  customerId: string
  couponCode: string | null
  /** A saved card that is charged for later months, if the first month is free. */
  paymentMethodId?: string | null
  idempotencyKey: string
  metadata: Record<string, string>
}

/** A free first month is active at once; otherwise the browser confirms the payment. Throws 404 for an invalid code. */
export async function createSubscription(
  services: Pick<Services, 'payments' | 'clock' | 'db'>,
  { customerId, couponCode, paymentMethodId, idempotencyKey, metadata }: Input,
): Promise<string> {
  const { payments } = services
  const promotion = couponCode ? (await promotionCodeOf(services, couponCode, customerId)).promotion : null
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

/** Safe to repeat. A job refunds a payment that arrives at the same moment, or, by the comment, a later sync does. */
export async function cancelUnpaid(
  services: Pick<Services, 'payments' | 'db' | 'jobs'>,
  subscriptionId: string,
): Promise<void> {
  const ended = await cancelNow(services, subscriptionId, cancellationComments.voided)
  const invoice = typeof ended?.latest_invoice === 'string' ? null : ended?.latest_invoice
  if (invoice?.status === 'paid' && invoice.amount_paid > 0)
    await services.jobs.enqueue(services.db, 'give-back', { subscriptionId })
}
