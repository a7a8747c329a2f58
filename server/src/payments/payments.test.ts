import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigProblem } from '#config.ts'
import { type Club, openClub } from '#testing/club.ts'
import { openPayments } from './payments.ts'
import { setUpProvider } from './set-up.ts'

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

  it('is never mixed with another: real keys on a sandbox database do not start', async () => {
    const stripe = {
      secretKey: 'sk_live_not_a_key',
      publishableKey: 'pk_live_not_a_key',
      webhookSecrets: ['whsec_not_a_secret'],
      priceId: null,
    }
    const opened = openPayments({
      ...club.services,
      config: { payments: { ...club.services.config.payments, stripe } },
      sandboxFile: ':memory:',
    })
    await expect(opened).rejects.toThrow(ConfigProblem)
    await expect(opened).rejects.toThrow('this database holds sandbox ones')
  })
})
