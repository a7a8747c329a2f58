import type { Params } from '#api/form.ts'
import { metadata, oneOf, required, text, integer } from '#api/params.ts'
import { invalid, refuse } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { factsOf, readCard, type CardFacts } from '#resources/cards.ts'
import { cardOfName, cardOfNumber, type Decline, expired, type TestCard } from '#resources/test-cards.ts'
import { liveCustomer } from './live-customer.ts'

type PaymentMethod = Kinds['payment_method']

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

/** The parameters of `payment_method_data` under a prefix. */
export function methodParams(prefix: string): string[] {
  const names = ['type', 'card.number', 'card.exp_month', 'card.exp_year', 'card.cvc', 'cashapp.*']
  names.push(
    'billing_details.name',
    'billing_details.email',
    'billing_details.phone',
    'billing_details.address.*',
  )
  return [...names, 'allow_redisplay', 'metadata.*'].map((name) => prefix + name)
}

function cardPart(facts: CardFacts): PaymentMethod['card'] {
  return {
    brand: facts.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: facts.hasCvc ? 'pass' : null,
    },
    country: 'US',
    display_brand: facts.brand === 'amex' ? 'american_express' : facts.brand,
    exp_month: facts.exp_month,
    exp_year: facts.exp_year,
    fingerprint: facts.fingerprint,
    funding: facts.name === 'visa_debit' ? 'debit' : 'credit',
    generated_from: null,
    last4: facts.last4,
    networks: { available: [facts.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

function addMethod(world: World, params: Params, prefix: string, facts: CardFacts | null): PaymentMethod {
  const detail = (name: string) => text(params, `${prefix}billing_details.${name}`) || null
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { ...emptyAddress },
      email: detail('email'),
      name: detail('name'),
      phone: detail('phone'),
      tax_id: null,
    },
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: prefix === '' ? metadata(params) : {},
    type: facts ? 'card' : 'cashapp',
    ...(facts
      ? { card: cardPart(facts) }
      : { cashapp: { buyer_id: newId('buyer'), cashtag: '$touch-test' } }),
  }
  return world.store.add(method, { card: facts ? facts.name : 'cashapp' })
}

/** Creates a payment method from form data at `prefix` ('' or 'payment_method_data.'). */
export function methodFrom(world: World, params: Params, prefix: string): PaymentMethod {
  required(params, `${prefix}type`)
  const type = oneOf(params, `${prefix}type`, ['card', 'cashapp'])
  return addMethod(world, params, prefix, type === 'card' ? readCard(world, params, `${prefix}card`) : null)
}

/** The payment method with this id; a test token like `pm_card_visa` creates a new one each time. */
export function methodOf(world: World, id: string, param = 'payment_method'): PaymentMethod {
  if (!id.startsWith('pm_card_')) return findOrRefuse(world, 'payment_method', id, param)
  const card = cardOfName(id.slice('pm_card_'.length).replace(/^visa_(?=charge)/, ''))
  if (!card) throw invalid(`No such PaymentMethod: '${id}'`, param, 'resource_missing')
  const exp_year = new Date(world.now() * 1000).getUTCFullYear() + 5
  return addMethod(world, {}, '', factsOf(world, card, { exp_month: 12, exp_year }, true))
}

/** The behaviour of this method's card; undefined for Cash App. */
export function behaviourOf(world: World, method: PaymentMethod): TestCard | undefined {
  return cardOfName(String(world.store.hidden(method.id)['card']))
}

/** Why a charge of this method would be declined now; a card is valid through the last day of its month. */
export function declineOf(world: World, method: PaymentMethod): Decline | undefined {
  const { card } = method
  const isOver = card && world.now() * 1000 >= Date.UTC(card.exp_year, card.exp_month, 1)
  return isOver ? expired : behaviourOf(world, method)?.decline
}

/** The network reports a reissued card, which is valid for years again. */
export function renewByNetwork(world: World, methodId: string): PaymentMethod {
  const method = findOrRefuse(world, 'payment_method', methodId, 'method')
  const { card } = method
  if (!card || !method.customer) throw invalid(`${methodId} is no saved card.`, 'method')
  const today = new Date(world.now() * 1000).getUTCFullYear()
  const renewed = { ...card, exp_year: Math.max(card.exp_year, today) + 4 }
  return world.amend(method, { card: renewed }, 'payment_method.automatically_updated')
}

/** Makes a saved card behave like the test card with this number; its visible details stay. */
export function behaveAs(world: World, methodId: string, number: string): void {
  const method = findOrRefuse(world, 'payment_method', methodId, 'method')
  const card = cardOfNumber(number.replace(/[\s-]/g, ''))
  if (method.type !== 'card') throw invalid(`${methodId} is no card.`, 'method')
  if (!card) throw invalid('Only the number of a known test card can be taken.', 'number')
  world.store.hide(method.id, { card: card.name })
}

export function attach(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method
  if (method.customer)
    throw invalid('The payment method you provided has already been attached to a customer.')
  if (world.store.hidden(method.id)['spent'] === true)
    throw invalid(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, ' +
        'and may not be used again.',
    )
  method.customer = customer
  world.store.save(method)
  world.emit('payment_method.attached', method)
  return method
}

// A declining card cannot be saved, except the ones made to fail later.
function attachAsked(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  const card = behaviourOf(world, method)
  if (card?.decline && !card.attaches) throw refuse(402, { type: 'card_error', ...card.decline })
  return attach(world, method, customer)
}

function detach(world: World, method: PaymentMethod): PaymentMethod {
  const { customer } = method
  if (!customer)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  const holder = world.store.find('customer', customer)
  if (holder && holder.invoice_settings?.default_payment_method === method.id) {
    const invoice_settings = { ...holder.invoice_settings, default_payment_method: null }
    world.amend(holder, { invoice_settings }, 'customer.updated')
  }
  const { data } = world.store.page({ kind: 'subscription', where: { customer }, limit: 100 })
  for (const subscription of data)
    if (subscription.default_payment_method === method.id && subscription.ended_at === null)
      world.amend(subscription, { default_payment_method: null }, 'customer.subscription.updated')
  world.store.hide(method.id, { spent: true })
  return world.amend(method, { customer: null }, 'payment_method.detached')
}

export const paymentMethodRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    takes: methodParams(''),
    run: (world, { params }) => methodFrom(world, params, ''),
  },
  listRoute('/v1/payment_methods', 'payment_method', ['customer', 'type'], (params, world) => ({
    where: {
      customer: liveCustomer(world, required(params, 'customer'), 'customer').id,
      label: text(params, 'type') ?? null,
    },
  })),
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    takes: ['type', 'limit'],
    run(world, { id, params, url }) {
      const where = { customer: liveCustomer(world, id).id, label: text(params, 'type') ?? null }
      const limit = integer(params, 'limit') ?? 10
      const { data, more } = world.store.page({ kind: 'payment_method', where, limit })
      return { object: 'list', url, has_more: more, data }
    },
  },
  readRoute('/v1/payment_methods/:id', 'payment_method'),
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    takes: ['customer'],
    run(world, { id, params }) {
      const customer = liveCustomer(world, required(params, 'customer'), 'customer')
      return attachAsked(world, methodOf(world, id), customer.id)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    run: (world, { id }) => detach(world, findOrRefuse(world, 'payment_method', id)),
  },
]
