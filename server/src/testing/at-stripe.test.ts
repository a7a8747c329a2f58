import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { people } from '#features/people/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { webhookEvents } from '#payments/schema.ts'
import { type Club, openClub } from './club.ts'
import { forwardEvents } from './forward-events.ts'
import { cards, join, newApplicant, payWith, signUp } from './joining.ts'
import { openProviderAlone, type ProviderAlone } from './provider-alone.ts'

let provider: ProviderAlone
let club: Club
const reasons: string[] = []
beforeAll(async () => {
  provider = await openProviderAlone()
  club = await openClub({ ...provider.env, STRIPE_WEBHOOK_SECRET: 'whsec_of_the_forwarder' })
  const attempts: (() => unknown)[] = [
    () => club.clock.advance(1000),
    () => club.services.payments.sandbox!.control.runDue(),
    () =>
      club.services.payments.sandbox!.control.failNext({ path: '/v1/customers', when: 'before', how: 500 }),
  ]
  for (const attempt of attempts)
    try {
      void attempt()
    } catch (error) {
      reasons.push(String(error))
    }
})
afterAll(async () => {
  await club.close()
  await provider.close()
})

const accountOf = async (email: string) =>
  (await club.services.db.select().from(people).where(eq(people.email, email)))[0]

describe('a club with a test key', () => {
  it('accepts the token of a test card at signup', async () => {
    const { caller } = await join(club)
    const access = await caller.fetch('/api/check-access')
    expect(await access.json()).toEqual({ hasAccess: true })
    const visitor = club.visitor()
    const { clientSecret } = await signUp(visitor, newApplicant())
    const declined = await payWith(visitor, club, clientSecret!, cards.noFunds)
    expect(declined).toMatchObject({
      status: 402,
      error: { code: 'card_declined', message: 'Your card has insufficient funds.' },
    })
  })

  it('fetches every event once, and none while they are paused', async () => {
    const { webhooks } = club.services.payments.sandbox!.control
    expect((await club.services.payments.stripe.webhookEndpoints.list()).data).toEqual([])
    webhooks.pause()
    const applicant = newApplicant()
    const visitor = club.visitor()
    const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
    await payWith(visitor, club, clientSecret!, cards.good)
    await webhooks.drained()
    expect(await accountOf(applicant.email)).toBeUndefined()
    webhooks.resume()
    // The browser never returned, so this came from an event.
    await vi.waitFor(async () => expect(await accountOf(applicant.email)).toBeDefined(), { timeout: 120_000 })
    const rows = await club.services.db
      .select()
      .from(memberships)
      .where(eq(memberships.subscriptionId, subscriptionId))
    expect(rows).toMatchObject([{ status: 'active' }])
  })

  it('fetches only new events, whatever the dates of older ones', async () => {
    const { payments, db, clock } = club.services
    const { stripe, sandbox } = payments
    sandbox!.control.webhooks.pause()
    const inAMonth = Math.floor(clock.now().getTime() / 1000) + 30 * 86_400
    const { id: test_clock } = await stripe.testHelpers.testClocks.create({ frozen_time: inAMonth })
    const before = await stripe.customers.create({ test_clock })
    const later = await forwardEvents(club.services)
    const after = await stripe.customers.create({ test_clock })
    await later.drained()
    await later.stop()
    const { data } = await stripe.events.list({ type: 'customer.created', created: { gte: inAMonth } })
    const events = data.map(({ id, data: { object } }) => ({ id, about: 'id' in object ? object.id : '' }))
    expect(events.map(({ about }) => about).toSorted()).toEqual([before.id, after.id].toSorted())
    const kept = new Set((await db.select().from(webhookEvents)).map(({ id }) => id))
    expect(events.filter(({ id }) => kept.has(id)).map(({ about }) => about)).toEqual([after.id])
    sandbox!.control.webhooks.resume()
  })

  it('rejects what only the sandbox can do, and says why', () => {
    expect(reasons).toEqual([
      expect.stringContaining('it moves the clock'),
      expect.stringContaining('it uses a switch of the sandbox (runDue)'),
      expect.stringContaining('it uses a switch of the sandbox (failNext)'),
    ])
  })
})
