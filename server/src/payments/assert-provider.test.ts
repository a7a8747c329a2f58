import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#config/config.ts'
import { openDatabase } from '#db/database.ts'
import { type Club, openClub } from '#testing/club.ts'
import { createTestDatabase } from '#testing/database.ts'
import { openProviderAlone, type ProviderAlone } from '#testing/provider-alone.ts'
import { onLine } from '#testing/provider-line.ts'
import { assertSameAccount } from './assert-provider.ts'
import { openPayments } from './payments.ts'
import { readSetting } from './settings.ts'
import { secretsFromSetUp } from './webhook-secrets.ts'
import { ConfigProblem } from '#config/config-problem.ts'

let ofSandbox: Club
let ofTestKey: Club
let provider: ProviderAlone
let another: ProviderAlone
beforeAll(async () => {
  provider = await openProviderAlone()
  another = await openProviderAlone()
  ofSandbox = await openClub()
  ofTestKey = await openClub({ ...provider.env, PUBLIC_URL: 'http://club.example' })
})
afterAll(async () => {
  await ofSandbox.close()
  await ofTestKey.close()
  await provider.close()
  await another.close()
})

/** Why a club does not start again with another configuration; null when it does. */
async function refusalOf(club: Pick<Club, 'services'>, env: Record<string, string>, isSettingUp = false) {
  try {
    const config = readConfig(env)
    const opened = await openPayments({ ...club.services, config, sandboxFile: ':memory:', isSettingUp })
    await opened.close()
    return null
  } catch (error) {
    if (error instanceof ConfigProblem) return error.message
    throw error
  }
}

const liveKeys = {
  STRIPE_SECRET_KEY: 'sk_live_not_a_key',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_not_a_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_not_a_secret',
}

describe('payments of different kinds', () => {
  it('never share a database: real keys refuse a sandbox’s [fault 43]', async () => {
    const live = await refusalOf(ofSandbox, liveKeys)
    expect(live).toContain('is a live key, but this database holds payments of the sandbox')
    expect(live).toContain('Use a fresh database')
    expect(await refusalOf(ofSandbox, provider.env)).toContain('holds payments of the sandbox')
  })

  it('never change between sandbox, test and live [fault 43]', async () => {
    expect(await refusalOf(ofTestKey, {})).toContain('There is no STRIPE_SECRET_KEY')
    expect(await refusalOf(ofTestKey, {})).toContain('this database holds test payments')
    expect(await refusalOf(ofTestKey, liveKeys)).toContain('this database holds test payments')
  })

  it('never change the account [fault 43]', async () => {
    const refusal = await refusalOf(ofTestKey, another.env)
    expect(refusal).toMatch(/belongs to the account acct_\w+, but this database holds payments of acct_/)
  })

  it('require an account that settles in dollars', async () => {
    const { stripe } = onLine(ofSandbox, async (request, send) => {
      const answer = await send(request)
      const text = await answer.text()
      return new Response(text.replace('"default_currency":"usd"', '"default_currency":"eur"'), answer)
    }).payments
    const holding = assertSameAccount({ ...ofSandbox.services, stripe })
    await expect(holding).rejects.toThrow(/The account acct_\w+ settles in EUR\./)
    expect(await readSetting(ofSandbox.services.db, 'provider_account')).toBeNull()
  })

  it('require a key that the provider accepts [fault 43]', async () => {
    const env = { ...provider.env, STRIPE_SECRET_KEY: 'sk_test_revoked' }
    expect(await refusalOf(ofTestKey, env)).toContain('not accepted by Stripe')
  })

  it('reject a price of another mode or account [fault 43]', async () => {
    const env = { ...provider.env, STRIPE_PRICE_ID: 'price_of_elsewhere' }
    expect(await refusalOf(ofTestKey, env)).toContain('STRIPE_PRICE_ID is price_of_elsewhere')
  })

  it('reject a price that is not monthly', async () => {
    const { stripe, price } = ofTestKey.services.payments
    const { product } = await stripe.prices.retrieve(price.id, { expand: ['product'] })
    const quarterly = await stripe.prices.create({
      product: typeof product === 'string' ? product : product.id,
      currency: 'usd',
      unit_amount: 3897,
      recurring: { interval: 'month', interval_count: 3 },
    })
    const env = { ...provider.env, STRIPE_PRICE_ID: quarterly.id }
    expect(await refusalOf(ofTestKey, env)).toContain('must be a fixed monthly amount')
  })

  it('start with their own mode, beside an unused sandbox file [fault 43]', async () => {
    expect(await refusalOf(ofTestKey, provider.env)).toBeNull()
    expect(await refusalOf(ofSandbox, {})).toBeNull()
  })
})

describe('real keys before payments:setup', () => {
  it('refuse to start and name the fix [T-WH-02]', async () => {
    const { address, drop } = await createTestDatabase()
    const { db, close } = openDatabase(address, { maxConnections: 2, onConnectionLost: () => undefined })
    const fresh = { services: { ...ofTestKey.services, db } }
    expect(await refusalOf(fresh, another.env)).toContain(
      'no webhook secret, and without one no event can be trusted: run "npm run payments:setup"',
    )
    const withSecret = { ...another.env, STRIPE_WEBHOOK_SECRET: 'whsec_of_a_listener' }
    expect(await refusalOf(fresh, withSecret)).toContain(
      'no price for the membership yet: run "npm run payments:setup"',
    )
    await close()
    await drop()
  })

  it('verify events with the secret that only this key decrypts', async () => {
    const kept = ofTestKey.services.payments.webhookSecrets
    expect(kept).toEqual([expect.stringMatching(/^whsec_/)])
    const reopened = await openPayments({ ...ofTestKey.services, sandboxFile: ':memory:' })
    expect(reopened.webhookSecrets).toEqual(kept)
    const { db } = ofTestKey.services
    const stored = await readSetting(db, 'webhook_secret')
    expect(stored).toMatch(/^sealed:/)
    expect(stored).not.toContain(kept[0]!.slice('whsec_'.length))
    expect(await secretsFromSetUp(db, 'sk_test_another')).toEqual([])
  })
})
