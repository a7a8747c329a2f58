import type { Params } from '#api/form.ts'
import { flag, groups, metadata, oneOf, required, text, texts, integer } from '#api/params.ts'
import { invalid, malformed, noSuchResource } from '#api/refusals.ts'
import { findOrRefuse } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { addDiscount, reductionsAsked } from '#resources/discounts.ts'
import { finalize } from '#resources/invoice-life.ts'
import { composeInvoice } from '#resources/invoice-making.ts'
import { periodEnd } from '#resources/periods.ts'
import { planOf } from '#resources/prices.ts'
import { addSetupIntent } from '#resources/setup-intents.ts'
import { itemsOf, reductionsOf } from '#resources/subscription-life.ts'
import { liveCustomer } from './live-customer.ts'

type Subscription = Kinds['subscription']

const hour = 3600

export const createParams = [
  'customer',
  'items[].price',
  'items[].quantity',
  'items[].metadata.*',
  'payment_behavior',
  'payment_settings.save_default_payment_method',
  'payment_settings.payment_method_types[]',
  'discounts[].promotion_code',
  'discounts[].coupon',
  'discounts[].discount',
  'default_payment_method',
  'description',
  'metadata.*',
  'cancel_at_period_end',
  'cancel_at',
  'collection_method',
  'billing_mode.type',
  'off_session',
]

/** The recurring prices and quantities under `path`. */
export function pricesAsked(
  world: World,
  params: Params,
  path: string,
): { price: Kinds['price']; quantity: number }[] {
  const asked = groups(params, path).map((group) => {
    const price = findOrRefuse(world, 'price', required(group, 'price'), 'items[0][price]')
    if (!price.recurring)
      throw invalid(
        'The price specified is set to `type=one_time` but this field only accepts recurring prices.',
      )
    if (!price.active) throw invalid('The price specified is inactive.', 'items[0][price]')
    return { price, quantity: integer(group, 'quantity') ?? 1 }
  })
  if (asked.length === 0) throw malformed('Missing required param: items.', 'items', 'parameter_missing')
  if (asked.length > 1) throw noSuchResource('More than one item in a subscription', 'items')
  return asked
}

function refuseOtherModes(params: Params): void {
  if (
    oneOf(params, 'payment_behavior', [
      'default_incomplete',
      'allow_incomplete',
      'error_if_incomplete',
      'pending_if_incomplete',
    ]) !== 'default_incomplete'
  )
    throw noSuchResource("A payment_behavior other than 'default_incomplete'", 'payment_behavior')
  if ((text(params, 'collection_method') ?? 'charge_automatically') !== 'charge_automatically')
    throw noSuchResource('Collecting by sending invoices', 'collection_method')
  if ((text(params, 'billing_mode.type') ?? 'flexible') !== 'flexible')
    throw noSuchResource('Classic billing', 'billing_mode[type]')
}

/** Creates a subscription with its first invoice and, when something is due, an intent to pay it. */
export function createSubscription(world: World, params: Params): Subscription {
  refuseOtherModes(params)
  const customer = liveCustomer(world, required(params, 'customer'), 'customer')
  const asked = pricesAsked(world, params, 'items')
  const { price } = asked[0]!
  const subtotal = asked.reduce((sum, entry) => sum + (entry.price.unit_amount ?? 0) * entry.quantity, 0)
  const buyer = { customer: customer.id, subtotal, currency: price.currency }
  const reductions = reductionsAsked(world, params, buyer)
  const method = text(params, 'default_payment_method') || null
  if (
    method &&
    findOrRefuse(world, 'payment_method', method, 'default_payment_method').customer !== customer.id
  )
    throw invalid('The payment method must be attached to the customer.', 'default_payment_method')
  const methodTypes = texts(params, 'payment_settings.payment_method_types') ?? null
  const now = world.now()
  const id = newId('sub')
  const atPeriodEnd = flag(params, 'cancel_at_period_end') ?? false
  const end = periodEnd(now, 1, price.recurring!)
  const subscription: Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: now },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: atPeriodEnd ? end : (integer(params, 'cancel_at') ?? null),
    cancel_at_period_end: atPeriodEnd,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: method,
    default_source: null,
    default_tax_rates: [],
    description: text(params, 'description') || null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: asked.map((entry) => itemFor(id, entry, now, end)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: metadata(params),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: methodTypes,
      save_default_payment_method:
        oneOf(params, 'payment_settings.save_default_payment_method', ['off', 'on_subscription']) ?? 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: customer.test_clock ?? null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  }
  world.store.add(subscription, { period: 1 })
  if (!customer.currency) world.amend(customer, { currency: price.currency })
  subscription.discounts = reductions.map((reduction) => addDiscount(world, reduction, subscription).id)
  bill(world, subscription, customer, methodTypes)
  return subscription
}

function itemFor(
  subscription: string,
  { price, quantity }: { price: Kinds['price']; quantity: number },
  start: number,
  end: number,
): Kinds['subscription_item'] {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }
}

function bill(
  world: World,
  subscription: Subscription,
  customer: Kinds['customer'],
  methodTypes: string[] | null,
): void {
  const invoice = composeInvoice(world, {
    customer,
    subscription,
    items: itemsOf(world, subscription),
    reductions: reductionsOf(world, subscription.discounts),
    reason: 'subscription_create',
  })
  world.store.add(invoice)
  subscription.latest_invoice = invoice.id
  const isFree = invoice.amount_due === 0
  if (isFree && !subscription.default_payment_method) {
    const types = ['card', 'cashapp'].filter((type) => methodTypes?.includes(type) ?? true)
    const setup = addSetupIntent(world, {
      customer: customer.id,
      allowed: null,
      types,
      subscription: subscription.id,
    })
    subscription.pending_setup_intent = setup.id
  }
  if (subscription.cancel_at) world.schedule('end', subscription.id, subscription.cancel_at)
  world.store.save(subscription)
  world.emit('customer.subscription.created', subscription)
  world.emit('invoice.created', invoice)
  world.schedule('expire', subscription.id, world.now() + 23 * hour)
  finalize(world, invoice)
}
