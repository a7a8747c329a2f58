import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

type Subscription = Kinds['subscription']

export const updated = 'customer.subscription.updated'

/** The end of the subscription's current period (unix seconds). */
export function periodEndOf(subscription: Subscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end))
}

/** The first invoice is paid or free: the subscription starts. */
export function firstPaymentMade(world: World, subscription: Subscription): void {
  world.unschedule('expire', subscription.id)
  if (subscription.status !== 'incomplete') return
  world.schedule('renew', subscription.id, periodEndOf(subscription))
  world.amend(subscription, { status: 'active' }, updated)
}

/** The newest invoice clears past-due, regardless of earlier ones; void invoices do not count. */
export function clearPastDue(world: World, subscription: Subscription, invoice: Kinds['invoice']): void {
  if (subscription.status !== 'past_due' && subscription.status !== 'unpaid') return
  const states = ['open', 'paid', 'uncollectible']
  const where = { parent: subscription.id }
  const [latest] = world.store.page({ kind: 'invoice', where, states, limit: 1 }).data
  if (latest?.id !== invoice.id) return
  world.amend(subscription, { status: 'active' }, updated)
}

export function paymentMissed(world: World, subscription: Subscription): void {
  if (subscription.status === 'active') world.amend(subscription, { status: 'past_due' }, updated)
}
