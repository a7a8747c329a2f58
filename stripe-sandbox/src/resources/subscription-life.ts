import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { lastingDiscounts } from '#resources/discounts.ts'
import { pauseCollection } from '#resources/invoice-collecting.ts'
import { voidInvoice } from '#resources/invoice-life.ts'
import { composeInvoice, type InvoiceItem } from '#resources/invoice-making.ts'
import { periodEnd } from '#resources/periods.ts'
import { periodEndOf, updated } from './subscription-status.ts'

type Subscription = Kinds['subscription']

/** The billed items of a subscription, over their current period. */
export function itemsOf(world: World, subscription: Subscription): InvoiceItem[] {
  return subscription.items.data.map((item) => ({
    // The current price, not the item's snapshot.
    price: world.store.find('price', item.price.id) ?? item.price,
    quantity: item.quantity ?? 1,
    item: item.id,
    period: { start: item.current_period_start, end: item.current_period_end },
  }))
}

export function reductionsOf(world: World, discounts: readonly string[]) {
  return discounts.flatMap((id) => {
    const discount = world.store.find('discount', id)
    const coupon = world.store.find('coupon', discount?.source.coupon ?? '')
    return coupon ? [{ coupon, discount: id }] : []
  })
}

/** No retry is left: the account's setting is to cancel. */
export function applyExhaustedRetries(world: World, subscription: Subscription): void {
  if (subscription.ended_at === null) endSubscription(world, subscription, 'payment_failed')
}

/**
 * Voids the open first invoice of one that never started; others are no longer collected. A draft is charged after its
 * hour, unless its `auto_advance` is turned off.
 */
export function endSubscription(
  world: World,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | 'payment_disputed',
): Subscription {
  const now = world.now()
  const wasIncomplete = subscription.status === 'incomplete'
  for (const job of ['renew', 'end', 'expire'] as const) world.unschedule(job, subscription.id)
  const { data: open } = world.store.page({
    kind: 'invoice',
    where: { parent: subscription.id, state: 'open' },
    limit: 100,
  })
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { comment: null, feedback: null, ...subscription.cancellation_details, reason },
  })
  world.store.save(subscription)
  world.emit('customer.subscription.deleted', subscription)
  for (const invoice of open) {
    if (wasIncomplete && !isUnderway(world, invoice)) voidInvoice(world, invoice)
    else pauseCollection(world, invoice)
  }
  return subscription
}

// A payment in progress cannot be stopped.
function isUnderway(world: World, invoice: Kinds['invoice']): boolean {
  const where = { parent: invoice.id }
  return world.store.page({ kind: 'invoice_payment', where, limit: 10 }).data.some((payment) => {
    const intent = world.store.find('payment_intent', payment.payment.payment_intent ?? '')
    return intent?.status === 'processing'
  })
}

/** The first invoice was not paid within 23 hours. */
export function expireIncomplete(world: World, subscription: Subscription): void {
  if (subscription.status !== 'incomplete') return
  const invoice = world.store.find('invoice', subscription.latest_invoice ?? '')
  if (invoice && isUnderway(world, invoice)) {
    world.schedule('expire', subscription.id, world.now() + 3600)
    return
  }
  if (invoice?.status === 'open') voidInvoice(world, invoice)
  const now = world.now()
  world.amend(subscription, { status: 'incomplete_expired', canceled_at: now, ended_at: now }, updated)
}

/** A subscription's items in its `nth` period, after this one. */
export function nextPeriod(world: World, subscription: Subscription) {
  const nth = Number(world.store.hidden(subscription.id)['period'] ?? 1) + 1
  const data = subscription.items.data.map((item) => {
    const start = item.current_period_end
    const every = item.price.recurring ?? { interval: 'month', interval_count: 1 }
    const end = periodEnd(subscription.billing_cycle_anchor, nth, every)
    return Object.assign({}, item, { current_period_start: start, current_period_end: end })
  })
  return { nth, data }
}

/** The period ended: the next begins with a draft invoice, finalized and charged an hour later. */
export function renew(world: World, subscription: Subscription): void {
  if (subscription.ended_at !== null) return
  if (subscription.cancel_at_period_end) {
    endSubscription(world, subscription, 'cancellation_requested')
    return
  }
  const { nth, data } = nextPeriod(world, subscription)
  world.store.hide(subscription.id, { period: nth })
  const discounts = lastingDiscounts(world, subscription)
  const rolled = { ...subscription, items: { ...subscription.items, data } }
  const invoice = composeInvoice(world, {
    customer: world.store.find('customer', subscription.customer) ?? null,
    subscription,
    items: itemsOf(world, rolled),
    reductions: reductionsOf(world, discounts),
    reason: 'subscription_cycle',
  })
  const before = itemsOf(world, subscription)[0]
  if (before) Object.assign(invoice, { period_start: before.period.start, period_end: before.period.end })
  world.store.add(invoice)
  world.amend(subscription, { items: rolled.items, discounts, latest_invoice: invoice.id }, updated)
  world.emit('invoice.created', invoice)
  world.schedule('finalize', invoice.id, world.now() + 3600)
  world.schedule('renew', subscription.id, periodEndOf(subscription))
}
