import { metadata, text } from '#api/params.ts'
import { invalid } from '#api/refusals.ts'
import type { Params } from '#api/form.ts'
import { findOrRefuse, listRoute, readRoute, type Route } from '#api/route.ts'
import { newId, randomText } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { pauseCollection } from '#resources/invoice-collecting.ts'
import { attach } from '#resources/payment-methods.ts'
import { endSubscription } from '#resources/subscription-life.ts'
import { liveCustomer } from './live-customer.ts'

type Customer = Kinds['customer']

const takes = [
  'email',
  'name',
  'phone',
  'description',
  'metadata.*',
  'invoice_settings.default_payment_method',
  'address.*',
]

function addressOf(params: Params, current: Customer['address']): Customer['address'] {
  if (params['address'] === undefined) return current
  if (params['address'] === '') return null
  const part = (key: string) => text(params, `address.${key}`) || null
  return {
    city: part('city'),
    country: part('country'),
    line1: part('line1'),
    line2: part('line2'),
    postal_code: part('postal_code'),
    state: part('state'),
  }
}

// Catches typing errors only: text before and after one @, and a dot in the host name.
const address = /^[^\s@<>(),;:"]+@[^\s@.]+(\.[^\s@.]+)+$/

function refuseBadAddress(email: string): void {
  if (email !== '' && (!address.test(email) || email.length > 512))
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid')
}

function changes(world: World, params: Params, current: Customer): Partial<Customer> {
  const patch: Partial<Customer> = { metadata: metadata(params, current.metadata) }
  refuseBadAddress(text(params, 'email') ?? '')
  for (const field of ['email', 'name', 'phone', 'description'] as const) {
    const value = text(params, field)
    if (value !== undefined) patch[field] = value || null
  }
  patch.address = addressOf(params, current.address)
  const method = text(params, 'invoice_settings.default_payment_method')
  if (method !== undefined) {
    const id = method
      ? findOrRefuse(world, 'payment_method', method, 'invoice_settings[default_payment_method]').id
      : null
    patch.invoice_settings = { ...current.invoice_settings, default_payment_method: id }
  }
  return patch
}

function create(world: World, params: Params): Customer {
  const clock = text(params, 'test_clock')
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: clock ? findOrRefuse(world, 'test_helpers.test_clock', clock, 'test_clock').id : null,
  }
  Object.assign(customer, changes(world, params, customer))
  world.store.add(customer)
  world.emit('customer.created', customer)
  return customer
}

/** Deletes a customer and cancels their subscriptions. */
export function deleteCustomer(world: World, id: string): object {
  const customer = liveCustomer(world, id)
  const { data } = world.store.page({ kind: 'subscription', where: { customer: id }, limit: 100 })
  for (const subscription of data)
    if (subscription.ended_at === null) endSubscription(world, subscription, 'cancellation_requested')
  // Drafts of a deleted customer are not collected.
  const drafts = { where: { customer: id, state: 'draft' }, limit: 100 }
  for (const draft of world.store.page({ kind: 'invoice', ...drafts }).data) pauseCollection(world, draft)
  world.emit('customer.deleted', customer)
  const gone = { ...customer, address: null, email: null, name: null, phone: null, metadata: {} }
  world.amend(customer, { ...gone, deleted: true })
  return shownCustomer(customer)
}

/** A deleted customer is only its id. */
export function shownCustomer(customer: Customer): object {
  return customer.deleted ? { id: customer.id, object: 'customer', deleted: true } : customer
}

export const customerRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    takes: [...takes, 'payment_method', 'test_clock'],
    run(world, { params }) {
      const method = text(params, 'payment_method')
      const customer = create(world, params)
      if (method) attach(world, findOrRefuse(world, 'payment_method', method, 'payment_method'), customer.id)
      return customer
    },
  },
  listRoute('/v1/customers', 'customer', ['email', 'test_clock'], (params) => ({
    // Customers of a test clock are only listed when the clock is named.
    where: { label: text(params, 'email') ?? null, clock: text(params, 'test_clock') ?? '' },
    exceptState: 'deleted',
  })),
  readRoute('/v1/customers/:id', 'customer', (_, customer) => shownCustomer(customer)),
  {
    method: 'POST',
    path: '/v1/customers/:id',
    takes,
    run(world, { id, params }) {
      const customer = liveCustomer(world, id)
      return world.amend(customer, changes(world, params, customer), 'customer.updated')
    },
  },
  { method: 'DELETE', path: '/v1/customers/:id', run: (world, { id }) => deleteCustomer(world, id) },
]
