import { api } from '@touchline/contract/api.ts'
import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import type { PersonName } from '#testing/people.ts'
import { memberships } from '../schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const statusOf = async (name: PersonName) => (await club.people[name].call(api.subscriptions.status)).body

type Shown = [SubscriptionState, hasAccess: boolean, subscribe: boolean, support: boolean]

describe('the subscription status', () => {
  it.each<[PersonName, ...Shown]>([
    ['creator', 'complimentary', true, false, false],
    ['admin', 'complimentary', true, false, false],
    ['member', 'active', true, false, false],
    ['lapsed', 'subscription_canceled', false, true, false],
    ['pastDue', 'payment_failed', false, true, true],
    ['newcomer', 'none', false, true, false],
  ])('tells %s where they stand and what they can do [NOACC-1, NOACC-2]', async (name, ...shown) => {
    const status = await statusOf(name)
    const { subscriptionState, hasAccess, showSubscribeButton, showContactSupport } = status
    expect([subscriptionState, hasAccess, showSubscribeButton, showContactSupport]).toEqual(shown)
    expect(status.message).toMatch(/^[A-Z].+[^.]$/)
    expect(status.userMessage).toMatch(/^[A-Z].+\.$/)
    expect(status.subscriptionPrice).toBe(12.99)
    const access = await club.people[name].call(api.subscriptions.checkAccess)
    expect(access.body).toEqual({ hasAccess })
  })

  it('denies access to a revoked membership and links to support only [NOACC-2, NOACC-3]', async () => {
    const { db, clock } = club.services
    await db
      .update(memberships)
      .set({ revokedAt: clock.now() })
      .where(eq(memberships.personId, club.people.otherMember.id))
    expect(await statusOf('otherMember')).toMatchObject({
      subscriptionState: 'revoked',
      hasAccess: false,
      showSubscribeButton: false,
      showContactSupport: true,
    })
    const posts = await club.people.otherMember.call(api.posts.list)
    expect([posts.status, posts.body]).toMatchObject([403, { requiresSubscription: true }])
  })

  it('never charges a person whose subscription Stripe does not know [PAY-9]', async () => {
    const answer = await club.people.member.call(api.subscriptions.create, { body: { termsAccepted: true } })
    expect([answer.status, answer.message]).toEqual([
      409,
      'Your subscription needs our help. Please contact support.',
    ])
    const { email } = club.people.member
    expect((await club.services.payments.stripe.customers.list({ email })).data).toEqual([])
  })
})
