import { api } from '@touchline/contract/api.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clearDeletedCustomer } from '#features/people/stripe-customer.ts'
import { people } from '#features/people/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, joinTwice } from '#testing/joining.ts'
import { hourOfDepartures, leave } from '#testing/deleting-account.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { applySnapshots } from '../sync/apply-snapshots.ts'
import { fetchSubscriptionsOf } from '../snapshot/subscription-snapshot.ts'
import { membershipMovements } from '../schema.ts'
import { syncCustomer } from '../sync/sync-customer.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const dayMs = 86_400_000
const stripe = () => club.services.payments.stripe

const movedOf = async (personId: string) => {
  const rows = await club.services.db
    .select()
    .from(membershipMovements)
    .where(eq(membershipMovements.personId, personId))
    .orderBy(membershipMovements.happenedAt, sql`${membershipMovements.members} desc`)
  return rows.map(({ kind, members, cents }) => [kind, members, cents])
}

const came = ['new', 1, 1299]

describe('movements of memberships', () => {
  it('are recorded once for repeated and reordered snapshots', async () => {
    const { user, subscriptionId } = await join(club)
    const customerId = user.stripeCustomerId!
    const early = {
      fetchedAt: club.services.clock.now(),
      said: await fetchSubscriptionsOf(club.services.payments, customerId),
    }
    club.clock.advance(60_000)
    await stripe().subscriptions.cancel(subscriptionId)
    await Promise.all([1, 2, 3].map(() => syncCustomer(club.services, customerId)))
    await club.services.db.transaction((tx) =>
      applySnapshots(tx, club.services, user.id, customerId, early.said, early.fetchedAt),
    )
    await quiet(club)
    expect(await movedOf(user.id)).toEqual([came, ['lost_by_choice', -1, -1299]])
  })

  it('end with a customer deleted at Stripe, in either order', async () => {
    const heardLast = await join(club)
    const heardFirst = await join(club)
    // Stripe reported the deletion before it ended the subscription.
    await clearDeletedCustomer(club.services.db, heardFirst.user.stripeCustomerId!)
    for (const { user } of [heardLast, heardFirst]) await stripe().customers.del(user.stripeCustomerId!)
    await quiet(club)
    for (const { user, caller } of [heardLast, heardFirst]) {
      expect(await movedOf(user.id)).toEqual([came, ['lost_by_choice', -1, -1299]])
      const { body } = await caller.call(api.subscriptions.status)
      expect(body).toMatchObject({ subscriptionState: 'subscription_canceled', hasAccess: false })
      // Neither is known to the provider any more: who comes back is a new customer, and is returning.
      const again = await caller.call(api.subscriptions.createAgain, { body: { termsAccepted: true } })
      expect(again).toMatchObject({ status: 200, body: { clientSecret: expect.any(String) } })
    }
  })

  it('never count a refunded duplicate', async () => {
    const { user } = await joinTwice(club)
    await quiet(club)
    expect(
      (await stripe().subscriptions.list({ customer: user.stripeCustomerId!, status: 'all' })).data,
    ).toHaveLength(2)
    expect(await movedOf(user.id)).toEqual([came])
  })

  it('never count a membership that ended beside another', async () => {
    const { user } = await join(club)
    const customerId = user.stripeCustomerId!
    const [live] = await fetchSubscriptionsOf(club.services.payments, customerId)
    club.clock.advance(1000)
    const now = club.services.clock.now()
    const beside = { ...live!, id: `${live!.id}_two`, status: 'canceled', startedAt: now, endedAt: now }
    await club.services.db.transaction((tx) =>
      applySnapshots(tx, club.services, user.id, customerId, [beside, live!], now),
    )
    expect(await movedOf(user.id)).toEqual([came])
  })

  it('stay without a name after an account deletion [ANA-2, T-PR-01]', async () => {
    const { caller, user } = await join(club)
    await leave(club, caller, user.email)
    club.clock.advance(29 * dayMs)
    await quiet(club)
    await hourOfDepartures(club)
    const [person] = await club.services.db.select().from(people).where(eq(people.id, user.id))
    expect(person).toMatchObject({ firstName: 'Former member', stripeCustomerId: null })
    expect(await movedOf(user.id)).toEqual([came, ['lost_by_choice', -1, -1299]])
  })

  it('are not recorded for a stale snapshot', async () => {
    const { user } = await join(club)
    const customerId = user.stripeCustomerId!
    const [live] = await fetchSubscriptionsOf(club.services.payments, customerId)
    const ended = { ...live!, status: 'canceled', endedAt: club.services.clock.now() }
    club.clock.advance(1000)
    const breaking = club.services.db.transaction(async (tx) => {
      await applySnapshots(tx, club.services, user.id, customerId, [ended], club.services.clock.now())
      throw new Error('something else went wrong')
    })
    await expect(breaking).rejects.toThrow('something else')
    expect(await movedOf(user.id)).toEqual([came])
  })
})
