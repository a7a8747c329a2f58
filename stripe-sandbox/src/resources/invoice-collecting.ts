import { invalid } from '#api/refusals.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { isRetryable } from '#resources/dunning.ts'
import { invoiceFailed } from '#resources/invoice-life.ts'
import { intentOf } from '#resources/invoice-payments.ts'
import { pay } from '#resources/paying.ts'
import { methodFor, subscriptionOf } from './invoice-payer.ts'
import { clearPastDue } from './subscription-status.ts'

type Invoice = Kinds['invoice']

const hour = 3600

/** Collects an open invoice automatically, or an hour later while a payment is processing. */
export function collect(world: World, invoice: Invoice): void {
  const intent = intentOf(world, invoice)
  if (!intent || invoice.status !== 'open') return
  if (intent.status === 'processing') {
    tryAt(world, invoice, world.now() + hour)
    return
  }
  const method = methodFor(world, invoice)
  if (method && isRetryable(world, invoice)) pay(world, intent, method, { offSession: true, automatic: true })
  else invoiceFailed(world, invoice, { automatic: true })
}

function tryAt(world: World, invoice: Invoice, at: number): void {
  world.schedule('retry', invoice.id, at)
  world.amend(invoice, { auto_advance: true, next_payment_attempt: at }, 'invoice.updated')
}

/** Pauses the automatic finalization of a draft and the collection of an open invoice. */
export function pauseCollection(world: World, invoice: Invoice): void {
  world.unschedule('finalize', invoice.id)
  world.unschedule('retry', invoice.id)
  const still = { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null }
  world.amend(invoice, still, 'invoice.updated')
}

/** Finalizes a draft, or collects an open invoice, an hour from now. */
export function resumeCollection(world: World, invoice: Invoice): void {
  const at = world.now() + hour
  if (invoice.status !== 'draft') {
    tryAt(world, invoice, at)
    return
  }
  world.schedule('finalize', invoice.id, at)
  const patch = { auto_advance: true, automatically_finalizes_at: at, next_payment_attempt: at }
  world.amend(invoice, patch, 'invoice.updated')
}

/** Marks an open invoice uncollectible; it can still be paid. */
export function markUncollectible(world: World, invoice: Invoice): Invoice {
  if (invoice.status !== 'open')
    throw invalid(`Only an open invoice can be marked uncollectible. This one is ${invoice.status}.`)
  world.unschedule('retry', invoice.id)
  Object.assign(invoice, {
    status: 'uncollectible',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: world.now() },
  })
  world.store.save(invoice)
  world.emit('invoice.marked_uncollectible', invoice)
  const subscription = subscriptionOf(world, invoice)
  if (subscription && invoice.billing_reason !== 'subscription_create')
    clearPastDue(world, subscription, invoice)
  return invoice
}
