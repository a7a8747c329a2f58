import type { Stripe } from 'stripe'
import type { Payments } from '#payments/payments.ts'

/** A payment method as its owner knows it: `last4` is empty where there is none. */
export type Method = { brand: string; last4: string }

/** What became of the money of one payment, by the provider. */
export type ChargeFacts = {
  paidWith: Method | null
  refundedCents: number
  isRefunded: boolean
  isDisputeLost: boolean
}

/** The succeeded charges of a customer, the last hundred of them, by the id of their payment. */
export async function chargeFactsOf(
  { stripe }: Pick<Payments, 'stripe'>,
  customerId: string,
): Promise<Map<string, ChargeFacts>> {
  const { data } = await stripe.charges.list({ customer: customerId, limit: 100 })
  const facts = new Map<string, ChargeFacts>()
  for (const charge of data) {
    if (charge.status !== 'succeeded' || !charge.payment_intent) continue
    const paymentIntentId = idOf(charge.payment_intent)
    facts.set(paymentIntentId, {
      paidWith: methodOf(charge.payment_method_details),
      refundedCents: charge.amount_refunded,
      isRefunded: charge.refunded,
      isDisputeLost: charge.disputed && (await isLost(stripe, paymentIntentId)),
    })
  }
  return facts
}

async function isLost(stripe: Stripe, paymentIntentId: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntentId, limit: 10 })
  return data.some(({ status }) => status === 'lost')
}

export const idOf = (value: string | { id: string }) => (typeof value === 'string' ? value : value.id)

function methodOf(details: Stripe.Charge.PaymentMethodDetails | null): Method | null {
  if (details?.card) return { brand: details.card.brand ?? 'card', last4: details.card.last4 ?? '' }
  if (details?.cashapp) return { brand: 'Cash App', last4: details.cashapp.cashtag?.slice(-4) ?? '' }
  return details ? { brand: details.type, last4: '' } : null
}
