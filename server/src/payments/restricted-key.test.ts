import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { onLine } from '#testing/provider-line.ts'
import { assertSameAccount } from './assert-provider.ts'
import { preparePrice } from './prepare-price.ts'
import { paymentSettings } from './schema.ts'
import { setUpProvider } from './set-up.ts'
import { ConfigProblem } from '#config/config-problem.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const refusal = {
  error: {
    type: 'invalid_request_error',
    message: 'The provided key does not have the required permissions.',
  },
}

/** The club as one with real keys whose key may do nothing under `paths`. */
function restricted(...paths: string[]) {
  const services = onLine(club, (request, send) => {
    const { pathname } = new URL(request.url)
    const isForbidden = paths.some((path) => pathname.startsWith(path))
    return isForbidden ? Promise.resolve(Response.json(refusal, { status: 403 })) : send(request)
  })
  return { ...services, payments: { ...services.payments, provider: 'stripe' as const } }
}

const findings = async () =>
  (await openAlerts(club, 'provider-set-up')).map(({ subject, message }) => [subject, message])

describe('a restricted key', () => {
  it('starts the site and reports what it cannot check', async () => {
    await setUpProvider(restricted('/v1/account', '/v1/webhook_endpoints'))
    expect(await findings()).toEqual([
      ['account', expect.stringContaining('The account could not be checked')],
      ['webhook-endpoint', expect.stringContaining('may not read it. Give it the permissions')],
    ])
    await setUpProvider(restricted('/v1/prices'))
    expect(await findings()).toEqual([['price', expect.stringContaining('The price could not be checked')]])
    await setUpProvider(restricted())
    expect(await findings()).toEqual([])
  })

  it('uses the last known price, and without one names what is missing', async () => {
    const { services } = club
    const { stripe } = restricted('/v1/account', '/v1/prices').payments
    await assertSameAccount({ ...services, stripe })
    const input = { ...services, stripe, priceId: null, mayCreate: false }
    expect((await preparePrice(input)).price).toEqual(services.payments.price)
    const another = preparePrice({ ...input, priceId: 'price_another' })
    await expect(another).rejects.toThrow('may not read prices')
    await services.db.delete(paymentSettings).where(eq(paymentSettings.key, 'price'))
    const opened = preparePrice(input)
    await expect(opened).rejects.toThrow(ConfigProblem)
    await expect(opened).rejects.toThrow('may not read prices')
  })
})
