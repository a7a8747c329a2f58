import type Stripe from 'stripe'
import { idOf } from '#payments/id-of.ts'
import type { Payments } from '#payments/payments.ts'

/** A saved way to pay, as shown to its owner: `last4` is empty where there is none. */
export type SavedMethod = { id: string; brand: string; last4: string }

/**
 * What a customer's tips are paid with: the subscription's own method, else the customer's default, else the newest
 * one on file; null when there is none of a kind this site takes. Throws the provider's errors.
 */
export async function savedMethodOf(
  { stripe, methods }: Pick<Payments, 'stripe' | 'methods'>,
  customerId: string,
): Promise<SavedMethod | null> {
  const [customer, subscriptions, onFile] = await Promise.all([
    stripe.customers.retrieve(customerId),
    stripe.subscriptions.list({ customer: customerId, limit: 10 }),
    stripe.paymentMethods.list({ customer: customerId, limit: 100 }),
  ])
  if (customer.deleted) return null
  const usable = onFile.data.filter(({ type }) => methods.some((method) => method === type))
  const preferredIds = [
    ...subscriptions.data.map((subscription) => idOf(subscription.default_payment_method)),
    idOf(customer.invoice_settings.default_payment_method),
  ]
  const preferred = preferredIds.map((id) => usable.find((method) => method.id === id))
  const chosen = preferred.find((method) => method !== undefined) ?? usable[0]
  return chosen ? toSavedMethod(chosen) : null
}

function toSavedMethod({ id, type, card }: Stripe.PaymentMethod): SavedMethod {
  if (card) return { id, brand: card.brand, last4: card.last4 }
  if (type === 'cashapp') return { id, brand: 'Cash App', last4: '' }
  return { id, brand: type, last4: '' }
}
