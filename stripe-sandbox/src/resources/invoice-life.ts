import { invalid } from '#api/refusals.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { nextTryAt } from '#resources/dunning.ts'
import { transitions } from '#engine/transitions.ts'
import { dueOf } from '#resources/invoice-making.ts'
import { addInvoicePayment, defaultPaymentOf, intentOf } from '#resources/invoice-payments.ts'
import { addPaymentIntent, cancelIntent } from '#resources/payment-intents.ts'
import type { Decline } from '#resources/test-cards.ts'
import { subscriptionOf } from './invoice-payer.ts'
import { clearPastDue, firstPaymentMade, paymentMissed } from './subscription-status.ts'

type Invoice = Kinds['invoice']

/** Creates an intent when something is due. Less than the minimum is carried over to the customer's balance. */
export function finalize(world: World, invoice: Invoice): void {
  const now = world.now()
  world.unschedule('finalize', invoice.id)
  const customer = world.store.find('customer', invoice.customer ?? '')
  const nth = customer?.next_invoice_sequence ?? 1
  const balance = customer?.balance ?? 0
  const { amount_due, left } = dueOf(invoice.total, balance)
  if (customer) world.amend(customer, { next_invoice_sequence: nth + 1 })
  if (customer && left !== balance) world.amend(customer, { balance: left }, 'customer.updated')
  Object.assign(invoice, {
    status: 'open',
    number: `${customer?.invoice_prefix ?? 'SANDBOX'}-${String(nth).padStart(4, '0')}`,
    effective_at: now,
    amount_due,
    amount_remaining: amount_due,
    starting_balance: balance,
    ending_balance: left,
    automatically_finalizes_at: null,
    webhooks_delivered_at: now,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  })
  world.store.save(invoice)
  const subscription = subscriptionOf(world, invoice)
  if (invoice.amount_due > 0) {
    const types = subscription?.payment_settings?.payment_method_types ?? ['card', 'cashapp']
    const isFirst = invoice.billing_reason === 'subscription_create'
    const intent = addPaymentIntent(world, {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: invoice.customer,
      description: isFirst ? 'Subscription creation' : 'Subscription update',
      allowed: null,
      types: types.filter((type) => type === 'card' || type === 'cashapp'),
      setup_future_usage: 'off_session',
      invoice: invoice.id,
    })
    addInvoicePayment(world, invoice, intent)
  }
  world.emit('invoice.finalized', invoice)
  if (invoice.amount_due === 0) markPaid(world, invoice)
}

function markPaid(world: World, invoice: Invoice): void {
  const now = world.now()
  const patch: Partial<Invoice> = {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.amount_due === 0 ? 0 : Math.max(1, invoice.attempt_count),
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  }
  world.amend(invoice, patch, 'invoice.updated')
  world.emit('invoice.paid', invoice)
  world.emit('invoice.payment_succeeded', invoice)
  world.unschedule('retry', invoice.id)
  const subscription = subscriptionOf(world, invoice)
  if (!subscription) return
  if (invoice.billing_reason === 'subscription_create') firstPaymentMade(world, subscription)
  else clearPastDue(world, subscription, invoice)
}

/** Runs when an invoice's intent is paid. */
export function invoiceSettled(world: World, invoice: Invoice, intent: Kinds['payment_intent']): void {
  const payment = defaultPaymentOf(world, invoice)
  if (payment) {
    payment.amount_paid = intent.amount_received
    payment.status = 'paid'
    payment.status_transitions = { ...payment.status_transitions, paid_at: world.now() }
    world.store.save(payment)
    world.emit('invoice_payment.paid', payment)
  }
  const subscription = subscriptionOf(world, invoice)
  if (subscription) savePayingMethod(world, subscription, intent.payment_method)
  if (invoice.status === 'open' || invoice.status === 'uncollectible') markPaid(world, invoice)
}

/** With `save_default_payment_method` the paying method becomes the subscription's default. */
function savePayingMethod(world: World, subscription: Kinds['subscription'], method: string | null): void {
  if (subscription.payment_settings?.save_default_payment_method !== 'on_subscription') return
  if (subscription.ended_at !== null || subscription.default_payment_method === method) return
  world.amend(subscription, { default_payment_method: method }, 'customer.subscription.updated')
}

/** The customer has to act before the invoice can be paid. */
export function invoiceNeedsAction(world: World, invoice: Invoice, automatic: boolean): void {
  if (!automatic) world.amend(invoice, { attempted: true, attempt_count: Math.max(1, invoice.attempt_count) })
  world.emit('invoice.payment_action_required', invoice)
  if (automatic) invoiceFailed(world, invoice, { automatic })
}

/** Schedules the next attempt unless one is; when none is left, the subscription ends. */
export function invoiceFailed(
  world: World,
  invoice: Invoice,
  how: { automatic: boolean; decline?: Decline },
): void {
  const isFirst = invoice.billing_reason === 'subscription_create'
  invoice.attempted = true
  invoice.attempt_count = isFirst ? 1 : invoice.attempt_count + 1
  const isLeftAlone = invoice.auto_advance === true && !world.isScheduled('retry', invoice.id)
  const plans = !isFirst && (how.automatic || isLeftAlone)
  const next = plans ? nextTryAt(world, invoice, how.decline) : undefined
  if (next !== undefined) invoice.next_payment_attempt = next
  if (next === null) invoice.auto_advance = false
  world.store.save(invoice)
  if (next) world.schedule('retry', invoice.id, next)
  world.emit('invoice.payment_failed', invoice)
  const subscription = subscriptionOf(world, invoice)
  if (!subscription || isFirst) return
  paymentMissed(world, subscription)
  if (next === null) transitions.triesExhausted(world, subscription)
}

/** Voids an open invoice and cancels its intent. */
export function voidInvoice(world: World, invoice: Invoice): Invoice {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalid(
      `You can only pass in open or uncollectible invoices. This invoice isn't open: it is ${invoice.status}.`,
      undefined,
      'invoice_not_editable',
    )
  const payment = defaultPaymentOf(world, invoice)
  const intent = intentOf(world, invoice)
  if (intent) cancelIntent(world, intent, 'void_invoice')
  if (payment) {
    payment.status = 'canceled'
    payment.status_transitions = { ...payment.status_transitions, canceled_at: world.now() }
    world.store.save(payment)
  }
  world.unschedule('retry', invoice.id)
  Object.assign(invoice, {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: world.now() },
  })
  world.store.save(invoice)
  world.emit('invoice.voided', invoice)
  return invoice
}
