import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { type Club, openClub } from '#testing/club.ts'
import { checkProvider } from './check-provider.ts'
import { prepareDemoCodes } from '#features/subscriptions/checkout/demo-codes.ts'
import { makeProviderReady, setUpProvider } from './set-up.ts'
import { paymentAlerts } from '#alerts/schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

describe('the payment provider', () => {
  it('is set up once, however often the server starts', async () => {
    const { stripe } = club.services.payments
    await setUpProvider(club.services)
    const [prices, codes, endpoints] = await Promise.all([
      stripe.prices.list(),
      stripe.promotionCodes.list(),
      stripe.webhookEndpoints.list(),
    ])
    expect(prices.data).toMatchObject([
      { unit_amount: 1299, currency: 'usd', recurring: { interval: 'month' } },
    ])
    expect(new Set(codes.data.map(({ code }) => code))).toEqual(new Set(['WELCOME25', 'FIVEOFF', 'FULLTIME']))
    const portals = await stripe.billingPortal.configurations.list()
    expect(portals.data).toMatchObject([
      {
        active: true,
        default_return_url: `${club.url}/settings?portal=returned`,
        metadata: { app: 'touchline' },
      },
    ])
    expect(endpoints.data).toMatchObject([{ url: `${club.url}/api/webhooks/stripe`, status: 'enabled' }])
    expect(endpoints.data[0]!.enabled_events).toEqual(club.services.payments.inbox.types())
    expect(endpoints.data[0]!.enabled_events).toEqual(
      expect.arrayContaining(['invoice.paid', 'customer.subscription.deleted', 'payment_intent.succeeded']),
    )
    club.services.payments.inbox.on(['refund.created'], async () => 'ignored')
    club.services.address.url = 'http://moved.example'
    await setUpProvider(club.services)
    const moved = await stripe.webhookEndpoints.list()
    club.services.address.url = club.url
    expect(moved.data).toMatchObject([{ url: 'http://moved.example/api/webhooks/stripe' }])
    expect(moved.data[0]!.enabled_events).toContain('refund.created')
  })

  it('is repaired by set-up, which reports its changes and is idempotent', async () => {
    const { stripe, price } = club.services.payments
    const setUp = async () => {
      const steps = await makeProviderReady(club.services, prepareDemoCodes)
      return steps.map(({ what, outcome }) => `${what.split(' ')[0]} ${outcome}`)
    }
    const codes = ['promotion found', 'promotion found', 'promotion found', 'customer found']
    await setUp()
    expect(await setUp()).toEqual(['product found', 'price, found', ...codes, 'webhook found'])
    const [product] = (await stripe.products.list()).data
    await stripe.products.update(product!.id, { active: false })
    await stripe.prices.update(price.id, { active: false })
    const [endpoint] = (await stripe.webhookEndpoints.list()).data
    await stripe.webhookEndpoints.update(endpoint!.id, { disabled: true })
    expect(await setUp()).toEqual(['product repaired', 'price, repaired', ...codes, 'webhook repaired'])
    await stripe.webhookEndpoints.del(endpoint!.id)
    expect(await setUp()).toEqual(['product found', 'price, found', ...codes, 'webhook made'])
    expect(await setUp()).toEqual(['product found', 'price, found', ...codes, 'webhook found'])
  })

  it('has an alert while its webhook endpoint is disabled or gone [fault 42]', async () => {
    const { services } = club
    const { stripe } = services.payments
    const alerts = async () => {
      const rows = await services.db
        .select()
        .from(paymentAlerts)
        .where(eq(paymentAlerts.kind, 'provider-set-up'))
      return rows.map(({ message, resolvedAt }) => ({ message, isOpen: resolvedAt === null }))
    }
    await checkProvider(services)
    expect(await alerts()).toEqual([])
    const [endpoint] = (await stripe.webhookEndpoints.list()).data
    await stripe.webhookEndpoints.update(endpoint!.id, { disabled: true })
    await checkProvider(services)
    await checkProvider(services)
    expect(await alerts()).toEqual([
      { message: expect.stringContaining('it is disabled. Run "npm run payments:setup"'), isOpen: true },
    ])
    await stripe.webhookEndpoints.del(endpoint!.id)
    await checkProvider(services)
    expect(await alerts()).toMatchObject([{ message: expect.stringMatching(/has no webhook endpoint/) }])
    await makeProviderReady(services)
    await checkProvider(services)
    expect(await alerts()).toMatchObject([{ isOpen: false }])
  })
})

/** Sends what is signed as the provider signs it; answers the status and the sentence. */
async function sent(changes: object) {
  const { stripe, webhookSecrets } = club.services.payments
  const created = Math.floor(club.clock.now().getTime() / 1000)
  const data = { object: { customer: null } }
  const event = { id: 'evt_signed', object: 'event', type: 'charge.updated', livemode: false, created, data }
  const payload = JSON.stringify({ ...event, ...changes })
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecrets[0]! })
  const reply = await fetch(`${club.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  return { status: reply.status, body: await reply.json() }
}

describe('a signed body', () => {
  it('is saved when it is an event', async () => {
    expect(await sent({})).toEqual({ status: 200, body: { received: true } })
  })

  it.each([
    ['an id too long to keep', { id: 'e'.repeat(256) }],
    ['an id with what no database keeps', { id: 'evt_\0' }],
    ['a type too long to keep', { type: 't'.repeat(256) }],
    ['no time', { created: undefined }],
    ['nothing it is about', { data: {} }],
  ])('is refused in words with %s', async (_, changes) => {
    expect(await sent(changes)).toMatchObject({
      status: 400,
      body: { message: 'What was signed is not an event.', code: 'invalid_input' },
    })
  })
})
