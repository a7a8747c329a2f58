import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

type Invoice = Kinds['invoice']

export function subscriptionOf(world: World, invoice: Invoice): Kinds['subscription'] | undefined {
  return world.store.find('subscription', invoice.parent?.subscription_details?.subscription ?? '')
}

/** The payment method of an invoice: the subscription's, else the customer's. */
export function methodFor(world: World, invoice: Invoice): Kinds['payment_method'] | undefined {
  const customer = world.store.find('customer', invoice.customer ?? '')
  const ofSubscription = subscriptionOf(world, invoice)?.default_payment_method
  const id = ofSubscription ?? customer?.invoice_settings?.default_payment_method
  return id ? world.store.find('payment_method', id) : undefined
}
