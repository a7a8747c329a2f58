import type { Params } from '#api/form.ts'
import { flag, metadata, text } from '#api/params.ts'
import { invalid, refuse } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, type Route } from '#api/route.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { discountsToCome, reductionsAsked } from '#resources/discounts.ts'
import { markUncollectible, pauseCollection, resumeCollection } from '#resources/invoice-collecting.ts'
import { finalize, voidInvoice } from '#resources/invoice-life.ts'
import { composeInvoice, type InvoiceItem } from '#resources/invoice-making.ts'
import { intentOf } from '#resources/invoice-payments.ts'
import { methodOf } from '#resources/payment-methods.ts'
import { cardError, pay } from '#resources/paying.ts'
import { periodEnd } from '#resources/periods.ts'
import { itemsOf, nextPeriod, reductionsOf } from '#resources/subscription-life.ts'
import { pricesAsked } from '#resources/subscription-making.ts'
import { liveCustomer } from './live-customer.ts'
import { methodFor } from './invoice-payer.ts'

type Invoice = Kinds['invoice']

function payInvoice(world: World, invoice: Invoice, params: Params): Invoice {
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  if (invoice.status === 'draft') finalize(world, invoice)
  const intent = intentOf(world, invoice)
  if (!intent || (invoice.status !== 'open' && invoice.status !== 'uncollectible'))
    throw invalid(`This invoice can no longer be paid: it is ${invoice.status}.`)
  if (intent.status === 'processing') throw invalid('A payment of this invoice is being processed.')
  const named = text(params, 'payment_method')
  const method = named ? methodOf(world, named) : methodFor(world, invoice)
  if (!method)
    throw invalid(
      'There is no default payment method for this customer to pay the invoice with.',
      'payment_method',
    )
  if (method.customer && method.customer !== invoice.customer)
    throw invalid(
      'The payment method must be attached to the customer.',
      'payment_method',
      'resource_missing',
    )
  const decline = pay(world, intent, method, { offSession: flag(params, 'off_session') ?? true })
  if (decline) throw cardError(decline, { payment_intent: intent, payment_method: method })
  if (intent.status === 'requires_action')
    throw refuse(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message: 'This payment requires additional user action before it can be completed successfully.',
      payment_intent: intent,
    })
  return invoice
}

function update(world: World, invoice: Invoice, params: Params): Invoice {
  const advances = flag(params, 'auto_advance')
  if (advances !== undefined && invoice.status !== 'draft' && invoice.status !== 'open')
    throw invalid(
      `Finalized invoices can't be updated in this way: this one is ${invoice.status}.`,
      'auto_advance',
      'invoice_not_editable',
    )
  const description = text(params, 'description')
  const patch: Partial<Invoice> = { metadata: metadata(params, invoice.metadata ?? {}) }
  if (description !== undefined) patch.description = description || null
  world.amend(invoice, patch, 'invoice.updated')
  if (advances === false) pauseCollection(world, invoice)
  if (advances === true && !invoice.auto_advance) resumeCollection(world, invoice)
  return invoice
}

function itemsAsked(world: World, params: Params, now: number): InvoiceItem[] {
  return pricesAsked(world, params, 'subscription_details.items').map(({ price, quantity }) => ({
    price,
    quantity,
    item: '',
    period: { start: now, end: periodEnd(now, 1, price.recurring!) },
  }))
}

function itemsToCome(world: World, subscription: Kinds['subscription']): InvoiceItem[] {
  const { data } = nextPeriod(world, subscription)
  return itemsOf(world, { ...subscription, items: { ...subscription.items, data } })
}

function preview(world: World, params: Params): Invoice {
  const id = text(params, 'customer')
  const customer = id ? liveCustomer(world, id, 'customer') : null
  const existing = text(params, 'subscription')
  const subscription = existing ? findOrRefuse(world, 'subscription', existing, 'subscription') : null
  const items = subscription ? itemsToCome(world, subscription) : itemsAsked(world, params, world.now())
  const subtotal = items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0)
  const buyer = { customer: customer?.id ?? null, subtotal, currency: items[0]!.price.currency }
  const asked = reductionsAsked(world, params, buyer)
  const reductions =
    subscription && params['discounts'] === undefined
      ? reductionsOf(world, discountsToCome(world, subscription))
      : asked.map(({ coupon }) => ({ coupon, discount: `di_preview_${coupon.id}` }))
  return composeInvoice(world, { customer, subscription, items, reductions, reason: 'upcoming' })
}

export const invoiceRoutes: readonly Route[] = [
  listRoute('/v1/invoices', 'invoice', ['customer', 'subscription', 'status'], (params) => ({
    where: {
      customer: text(params, 'customer') ?? null,
      parent: text(params, 'subscription') ?? null,
      state: text(params, 'status') ?? null,
    },
  })),
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    takes: [
      'customer',
      'subscription',
      'currency',
      'subscription_details.items[].price',
      'subscription_details.items[].quantity',
      'discounts[].promotion_code',
      'discounts[].coupon',
      'discounts[].discount',
    ],
    run: (world, { params }) => preview(world, params),
  },
  readRoute('/v1/invoices/:id', 'invoice'),
  {
    method: 'POST',
    path: '/v1/invoices/:id',
    takes: ['auto_advance', 'description', 'metadata.*'],
    run: (world, { id, params }) => update(world, findOrRefuse(world, 'invoice', id), params),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    takes: ['payment_method', 'off_session'],
    run: (world, { id, params }) => payInvoice(world, findOrRefuse(world, 'invoice', id), params),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/mark_uncollectible',
    run: (world, { id }) => markUncollectible(world, findOrRefuse(world, 'invoice', id)),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    run: (world, { id }) => voidInvoice(world, findOrRefuse(world, 'invoice', id)),
  },
]
