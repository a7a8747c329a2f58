import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { amountsOff, type AmountOff } from '#resources/discounts.ts'

type Invoice = Kinds['invoice']
type Line = Kinds['line_item']

export type InvoiceItem = {
  price: Kinds['price']
  quantity: number
  item: string
  period: { start: number; end: number }
}

function lineOf(invoice: string, subscription: string | null, entry: InvoiceItem, off: AmountOff[]): Line {
  const amount = (entry.price.unit_amount ?? 0) * entry.quantity
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: entry.price.currency,
    description: `${entry.quantity} × ${entry.price.nickname ?? entry.price.lookup_key ?? 'Subscription'}`,
    discount_amounts: off,
    discountable: true,
    discounts: off.map(({ discount }) => discount),
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription,
        subscription_item: entry.item,
      },
      type: 'subscription_item_details',
    },
    period: entry.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: entry.price.id, product: entry.price.product },
      type: 'price_details',
      unit_amount_decimal: entry.price.unit_amount_decimal,
    },
    quantity: entry.quantity,
    quantity_decimal: String(entry.quantity),
    subscription,
    subtotal: amount,
    taxes: [],
  }
}

type InvoiceAsked = {
  customer: Kinds['customer'] | null
  subscription: Pick<
    Kinds['subscription'],
    'id' | 'metadata' | 'default_payment_method' | 'payment_settings'
  > | null
  items: InvoiceItem[]
  reductions: readonly { coupon: Kinds['coupon']; discount: string }[]
  reason: 'subscription_create' | 'subscription_cycle' | 'upcoming'
}

// Smaller amounts cannot be charged.
const minCharge = 50

/** The amount due of a total including the customer's balance; less than the minimum is carried over. */
export function dueOf(total: number, balance: number): { amount_due: number; left: number } {
  const owed = total + balance
  return owed < minCharge ? { amount_due: 0, left: owed } : { amount_due: owed, left: 0 }
}

/** A draft invoice over the items, not saved. Subtotal, discounts and total in cents. */
export function composeInvoice(world: World, asked: InvoiceAsked): Invoice {
  const { customer, subscription, items, reason } = asked
  const id = newId(reason === 'upcoming' ? 'upcoming_in' : 'in')
  const now = world.now()
  const subtotal = items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0)
  const off = amountsOff(subtotal, asked.reductions)
  const total = subtotal - off.reduce((sum, { amount }) => sum + amount, 0)
  const { amount_due } = dueOf(total, customer?.balance ?? 0)
  const methodTypes = subscription?.payment_settings?.payment_method_types ?? null
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount_due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: reason === 'subscription_cycle',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: reason === 'subscription_cycle' ? now + 3600 : null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: items[0]?.price.currency ?? 'usd',
    custom_fields: null,
    customer: customer?.id ?? null,
    customer_account: null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer?.tax_exempt ?? 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: off.map(({ discount }) => discount),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      // A subscription's items share its discounts; with one item the line carries them all.
      data: items.map((entry, index) => lineOf(id, subscription?.id ?? null, entry, index === 0 ? off : [])),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: reason === 'subscription_cycle' ? now + 3600 : null,
    number: null,
    on_behalf_of: null,
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
          type: 'subscription_details',
        }
      : null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: methodTypes,
    },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer?.balance ?? 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: customer?.test_clock ?? null,
    total,
    total_discount_amounts: off,
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}
