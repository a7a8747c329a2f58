import { api } from '@touchline/contract/api.ts'
import { count } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { reconcile } from '#testing/reconcile.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { settleOpenTips } from '#features/tips/settle-tip.ts'
import { tips } from '#features/tips/schema.ts'
import type { CallResult } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { cards, join, newApplicant, payWith, signUp } from '#testing/joining.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterEach(() => void control().failRandomly(null))
afterAll(() => club.close())

const control = () => club.services.payments.sandbox!.control
const stripe = () => club.services.payments.stripe
const awayWords = 'The payment service does not answer right now. Please try again in a moment.'

const rowsIn = async (table: PgTable) => {
  const [counted] = await club.services.db.select({ total: count() }).from(table)
  return counted!.total
}

const countOf = async (list: Stripe.ApiListPromise<{ id: string }>) =>
  (await list.autoPagingToArray({ limit: 1000 })).length

/** What there is at the provider and here of people, payments and promises to pay. */
async function everything() {
  return {
    customers: await countOf(stripe().customers.list()),
    subscriptions: await countOf(stripe().subscriptions.list({ status: 'all' })),
    charges: await countOf(stripe().charges.list()),
    people: await rowsIn(people),
    memberships: await rowsIn(memberships),
    tips: await rowsIn(tips),
  }
}

describe('ten minutes without the payment provider', () => {
  it('keep members in, ask others to retry, and leave nothing half done [fault 12] [R-08]', async () => {
    const { caller: member } = await join(club)
    const { newcomer } = club.people
    const [paying, applying] = [club.visitor(), club.visitor()]
    const applicant = newApplicant()
    const { clientSecret, subscriptionId } = await signUp(paying, newApplicant())
    await control().webhooks.drained()
    control().webhooks.pause()
    const before = await everything()

    const tip = () => member.call(api.tips.send, { body: { amount: 5 } })
    const subscribe = () => newcomer.call(api.subscriptions.create, { body: { termsAccepted: true } })
    const apply = () => applying.call(api.subscriptions.createIntent, { body: applicant })
    const finish = () => paying.call(api.subscriptions.createUser, { body: { subscriptionId } })

    control().failRandomly({ share: 1, seed: 12, kinds: ['reset-before', '500-before', '500-after'] })
    await payWith(paying, club, clientSecret!, cards.good)
    for (let round = 0; round < 2; round += 1) {
      const status = await member.call(api.subscriptions.status, { query: { refresh: '1' } })
      expect(status.body).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
      expect((await member.call(api.posts.list)).status).toBe(200)
      const refused: CallResult<unknown>[] = await Promise.all([tip(), subscribe(), apply(), finish()])
      for (const answer of refused)
        expect([answer.status, answer.headers.get('retry-after'), answer.message]).toEqual([
          503,
          '5',
          awayWords,
        ])
      await Promise.all([reconcile(club.services), settleOpenTips(club.services)])
      club.clock.advance(10 * 60_000)
    }

    control().failRandomly(null)
    expect(await finish()).toMatchObject({ status: 201, body: { user: { hasAccess: true } } })
    expect(await apply()).toMatchObject({ status: 200, body: { clientSecret: expect.any(String) } })
    expect(await subscribe()).toMatchObject({ status: 200, body: { status: 'requires_payment' } })
    expect(await tip()).toMatchObject({ status: 200, body: { status: 'completed' } })
    control().webhooks.resume()
    await quiet(club)
    expect(await everything()).toEqual({
      customers: before.customers + 2,
      subscriptions: before.subscriptions + 2,
      charges: before.charges + 2,
      people: before.people + 1,
      memberships: before.memberships + 2,
      tips: before.tips + 1,
    })
  })
})

const validate = () =>
  club.visitor().call(api.subscriptions.validateCoupon, { body: { couponCode: 'WELCOME25' } })
const busy = (how: 409 | 429, times: number) =>
  control().failNext({ path: '/v1/promotion_codes', when: 'before', how, times })

describe('an overloaded provider', () => {
  it('is retried by the SDK when two requests collide [fault 13]', async () => {
    busy(409, 2)
    expect((await validate()).status).toBe(200)
  })

  it.each([
    [409, 3],
    [429, 1],
  ] as const)(
    'is given time when %i does not end: 503 and when to come back [fault 13]',
    async (how, times) => {
      busy(how, times)
      const answer = await validate()
      expect([answer.status, answer.headers.get('retry-after'), answer.message]).toEqual([
        503,
        '5',
        awayWords,
      ])
      expect((await validate()).status).toBe(200)
    },
  )

  it('charges a tip once during a burst of collisions and rate limits [fault 13] [R-08]', async () => {
    const { caller: member } = await join(club)
    for (const how of [409, 409, 409, 429])
      control().failNext({ method: 'POST', path: '/v1/payment_intents', when: 'before', how })
    const sent = await member.call(api.tips.send, { body: { amount: 5, message: 'In a hurry' } })
    expect([sent.status, sent.body.status]).toEqual([202, 'pending'])
    const refresh = () => member.call(api.tips.refresh, { params: { id: sent.body.tip.id } })
    expect((await refresh()).body.status).toBe('pending')
    expect((await refresh()).body.status).toBe('completed')
    const { body } = await member.call(api.accounts.signedInUser)
    const { data } = await stripe().charges.list({ customer: body.stripeCustomerId! })
    expect(data.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([500, 1299])
  })
})
