import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tips } from '#features/tips/schema.ts'
import { stormTotals } from './storm-totals.ts'
import { stormOfCrashes } from './crash-storm.ts'
import { type Fan, finishSignup, newFan, signUpAndPay, tip } from './retrying-fan.ts'
import { findProblems } from './member-journeys.ts'
import { awaitApproval, payoutsOf } from './payout-due.ts'
import { openProvider, type Provider } from './provider-process.ts'
import { report, numberFromEnv } from '#testing/test-report.ts'
import { missingFromJournal, startWriters } from './set-writers.ts'
import { openSite, type Site } from './site-process.ts'

let folder: string
let provider: Provider
let site: Site
let fan: Fan
let customer: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-crash-'))
  provider = await openProvider(folder, seed)
  site = await openSite(folder, provider.env)
})
afterAll(async () => {
  await site.stop()
  await provider.kill()
  await rm(folder, { recursive: true, force: true })
})

const seed = numberFromEnv('FAULTS_SEED', 3)

// Runs first, while the ledger only contains people of this test.
it(`keeps every acknowledged change when the server is killed three times (seed ${seed}) [fault 4, 9, 10, R-01]`, async () => {
  const startedAt = performance.now()
  const writers = await startWriters(site, provider, { seed, maxBlocks: 1000 })
  const lives = await stormOfCrashes(site, provider, { kills: 3, together: 3, seed, livesMs: 2500 })
  const journal = await writers.stop()
  expect(journal.filter(({ status }) => status === null).length).toBeGreaterThan(0)
  expect(await missingFromJournal(site, journal)).toEqual([])
  expect(lives.length).toBeGreaterThanOrEqual(3)
  expect(await findProblems(site, provider, lives)).toEqual([])
  const sums = await site.inside((db) => stormTotals({ db, stripe: provider.stripe }))
  expect(sums).toMatchObject({ lostTips: [], doubledTips: [], strayPayments: [], ledgerCents: 0 })
  expect(sums.tips).toBe(lives.flatMap(({ tipIds }) => tipIds).length)
  report(
    'R-01',
    `3 kills, ${lives.length} signups, ${sums.tips} tips, ${journal.length} comments, likes, posts and blocks: 0 lost, 0 doubled, 0 from nowhere`,
    { startedAt, seed },
  )
}, 600_000)

const send = (key: string) =>
  fan.caller.call(api.tips.send, {
    body: { amount: 5, message: key },
    headers: { 'idempotency-key': key },
  })

const statusOf = async (key: string) => {
  const rows = await site.inside((db) => db.select().from(tips).where(eq(tips.idempotencyKey, key)))
  return rows.map(({ status }) => status)
}

/** The provider's payments for the tip of a key. */
async function chargesFor(key: string) {
  const { data } = await provider.stripe.charges.list({ customer, limit: 100 })
  const [row] = await site.inside((db) => db.select().from(tips).where(eq(tips.idempotencyKey, key)))
  if (!row) return []
  return data.filter(({ metadata }) => metadata['tip_id'] === row.id).map(({ status }) => status)
}

describe('a server that is killed', () => {
  beforeAll(async () => {
    fan = newFan(site)
    await finishSignup(fan, await signUpAndPay(fan, provider))
    customer = (await fan.caller.call(api.accounts.signedInUser)).body.stripeCustomerId!
    // This page must be right without any event.
    await provider.control('webhooks/pause')
  })

  it('between a tip’s charge and its row reuses the charge [fault 9, R-02]', async () => {
    const key = 'killed-between'
    await provider.control('fail-next', {
      method: 'POST',
      path: '/v1/payment_intents',
      when: 'after',
      how: 'hang',
    })
    const lost = send(key).catch(() => 'no response')
    await expect.poll(() => chargesFor(key)).toEqual(['succeeded'])
    expect(await statusOf(key)).toEqual(['pending'])
    await site.kill()
    expect(await lost).toBe('no response')
    await site.start()
    expect(await statusOf(key)).toEqual(['pending'])
    await tip(fan, key)
    expect(await statusOf(key)).toEqual(['completed'])
    expect(await chargesFor(key)).toEqual(['succeeded'])
  })

  it('between the row and the response replays the stored response [fault 10, R-02]', async () => {
    const key = 'killed-before-the-answer'
    const gone = new AbortController()
    // The SDK retries after a delay, which leaves time to kill the server before the response.
    await provider.control('fail-next', {
      method: 'POST',
      path: '/v1/payment_intents',
      when: 'before',
      how: 'reset',
      times: 2,
    })
    const lost = fan.caller
      .fetch(api.tips.send.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ amount: 5, message: key }),
        signal: gone.signal,
      })
      .catch(() => 'no response')
    await expect.poll(() => statusOf(key)).toHaveLength(1)
    gone.abort()
    await lost
    await expect.poll(() => statusOf(key)).toEqual(['completed'])
    await site.kill()
    await site.start()
    const kept = await send(key)
    expect([kept.status, kept.body]).toMatchObject([200, { status: 'completed', tip: { message: key } }])
    expect(await chargesFor(key)).toEqual(['succeeded'])
  })
})

describe('a payout', () => {
  it('is transferred once when the server is killed during the transfer [fault 39, R-02]', async () => {
    const { admin, statementId } = await awaitApproval(site, provider)
    const approve = () =>
      admin.call(api.payouts.approve, { params: { id: statementId }, body: { expectedCents: 7500 } })
    const transferred = async () =>
      (await provider.stripe.transfers.list({ limit: 100 })).data.map(({ amount }) => amount)
    await provider.control('fail-next', { method: 'POST', path: '/v1/transfers', when: 'after', how: 'hang' })
    expect((await approve()).status).toBe(200)
    await expect.poll(transferred).toEqual([7500])
    expect(await payoutsOf(site)).toEqual({ states: ['sending'], clearingCents: -7500, paidJournals: 0 })
    await site.kill()
    await site.start()
    await expect.poll(() => payoutsOf(site)).toEqual({ states: ['paid'], clearingCents: 0, paidJournals: 1 })
    expect((await approve()).status).toBe(409)
    expect(await transferred()).toEqual([7500])
  })
})

describe('a provider that is gone', () => {
  it('keeps access for everyone and recovers afterwards [fault 12, R-08]', async () => {
    await provider.kill()
    const refused = await send('while-it-is-gone')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    const status = await fan.caller.call(api.subscriptions.status, { query: { refresh: '1' } })
    expect(status.body).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
    expect((await fan.caller.call(api.posts.list)).status).toBe(200)
    expect(await statusOf('while-it-is-gone')).toEqual([])
    await provider.start()
    await tip(fan, 'while-it-is-gone')
    expect(await chargesFor('while-it-is-gone')).toEqual(['succeeded'])
  })
})
