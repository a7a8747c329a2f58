import type { Params } from '#api/form.ts'
import { flag, metadata, oneOf, required, text, texts, integer } from '#api/params.ts'
import { invalid, noSuchResource } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, stateFlag, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { addProduct } from '#resources/products.ts'

type Price = Kinds['price']

function recurrenceOf(params: Params): Price['recurring'] {
  if (params['recurring'] === undefined) return null
  required(params, 'recurring.interval')
  const interval = oneOf(params, 'recurring.interval', ['day', 'week', 'month', 'year'])!
  const count = integer(params, 'recurring.interval_count') ?? 1
  if (count < 1) throw invalid('The interval count must be at least 1.', 'recurring[interval_count]')
  return { interval, interval_count: count, meter: null, trial_period_days: null, usage_type: 'licensed' }
}

function takeLookupKey(world: World, key: string | null, transfer: boolean): void {
  if (!key) return
  const holder = world.store.page({ kind: 'price', where: { label: key }, limit: 1 }).data[0]
  if (!holder) return
  if (!transfer)
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'lookup_key',
      'resource_already_exists',
    )
  world.amend(holder, { lookup_key: null })
}

function create(world: World, params: Params): Price {
  const currency = required(params, 'currency').toLowerCase()
  const amount = integer(params, 'unit_amount')
  if (amount === undefined) throw noSuchResource('A price without unit_amount', 'unit_amount')
  if (amount < 0) throw invalid('Invalid non-negative integer', 'unit_amount')
  const recurring = recurrenceOf(params)
  const productName = text(params, 'product_data.name')
  const product = productName
    ? addProduct(world, { name: productName })
    : findOrRefuse(world, 'product', required(params, 'product'), 'product')
  const lookupKey = text(params, 'lookup_key') || null
  takeLookupKey(world, lookupKey, flag(params, 'transfer_lookup_key') ?? false)
  return world.store.add({
    id: newId('price'),
    object: 'price',
    active: flag(params, 'active') ?? true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey,
    metadata: metadata(params),
    nickname: text(params, 'nickname') || null,
    product: product.id,
    recurring,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  })
}

/** The legacy `plan` of a recurring price, which subscription items still contain. */
export function planOf(price: Price): Kinds['subscription_item']['plan'] {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

export const priceRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/prices',
    takes: [
      'currency',
      'unit_amount',
      'product',
      'product_data.name',
      'recurring.interval',
      'recurring.interval_count',
      'lookup_key',
      'transfer_lookup_key',
      'nickname',
      'active',
      'metadata.*',
    ],
    run: (world, { params }) => create(world, params),
  },
  listRoute('/v1/prices', 'price', ['lookup_keys[]', 'active', 'product'], (params) => ({
    where: { parent: text(params, 'product') ?? null, ...stateFlag(params, 'active') },
    labels: texts(params, 'lookup_keys'),
  })),
  readRoute('/v1/prices/:id', 'price'),
  {
    method: 'POST',
    path: '/v1/prices/:id',
    takes: ['active', 'nickname', 'lookup_key', 'transfer_lookup_key', 'metadata.*'],
    run(world, { id, params }) {
      const price = findOrRefuse(world, 'price', id)
      const lookupKey = text(params, 'lookup_key')
      if (lookupKey && lookupKey !== price.lookup_key)
        takeLookupKey(world, lookupKey, flag(params, 'transfer_lookup_key') ?? false)
      return world.amend(price, {
        active: flag(params, 'active') ?? price.active,
        nickname: text(params, 'nickname') ?? price.nickname,
        lookup_key: lookupKey === undefined ? price.lookup_key : lookupKey || null,
        metadata: metadata(params, price.metadata),
      })
    },
  },
]
