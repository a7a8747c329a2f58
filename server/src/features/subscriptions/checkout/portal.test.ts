import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, payWith, signInAgain } from '#testing/joining.ts'
import { openPortalPage, sendPortalForm } from '#testing/portal-visit.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const sandbox = () => club.services.payments.sandbox!

type Member = Awaited<ReturnType<typeof join>>
const statusOf = async ({ caller }: Member, refresh: '0' | '1' = '1') =>
  (await caller.call(api.subscriptions.status, { query: { refresh } })).body

/** Cancels as a member does it: in the portal, from its address to where it leads. */
async function cancelInPortal({ caller }: Member): Promise<URL> {
  const { status, body, message } = await caller.call(api.subscriptions.cancelPortal)
  if (status !== 200) throw new Error(`the portal was answered with ${status}: ${message}`)
  return sendPortalForm(caller, club, await openPortalPage(caller, club, body.url))
}

const paymentsOf = async (customer: string) =>
  (await stripe().charges.list({ customer, limit: 100 })).data.filter(({ paid }) => paid).length

describe('the provider’s portal', () => {
  it('opens only the billing of the viewer, at a new URL each time [SET-2]', async () => {
    const { caller, user } = await join(club)
    const urls: string[] = []
    for (const page of ['payment-method', 'payment-method', 'overview'] as const) {
      const { status, body } = await caller.call(api.subscriptions.billingPortal, { query: { page } })
      urls.push(body.url)
      const seen = await openPortalPage(club.visitor(), club, body.url)
      expect([status, seen.status]).toEqual([200, 200])
      expect(seen.html).toContain(page === 'overview' ? '<td>$12.99</td><td>Paid</td>' : 'Save card')
    }
    expect(new Set(urls).size).toBe(3)
    const { data } = await stripe().events.list({ type: 'billing_portal.session.created', limit: 3 })
    expect(data.map(({ data: { object } }) => object)).toMatchObject(
      Array.from({ length: 3 }, () => ({ customer: user.stripeCustomerId })),
    )
  })

  it('has nothing for people who never subscribed, and is for members only [SET-2]', async () => {
    for (const endpoint of [api.subscriptions.billingPortal, api.subscriptions.cancelPortal]) {
      const newcomer = await club.people.newcomer.call(endpoint)
      expect([newcomer.status, newcomer.body]).toMatchObject([409, { code: 'conflict' }])
      expect((await club.people.creator.call(endpoint)).status).toBe(403)
      expect((await club.visitor().call(endpoint)).status).toBe(401)
    }
  })

  it('returns 503 while Stripe is unavailable and opens afterwards [SET-2]', async () => {
    const { caller } = await join(club)
    const path = '/v1/billing_portal/sessions'
    sandbox().control.failNext({ path, when: 'before', how: 500 })
    const refused = await caller.call(api.subscriptions.billingPortal)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await caller.call(api.subscriptions.billingPortal)).status).toBe(200)
  })

  it('recreates a configuration that was switched off at Stripe [SET-2]', async () => {
    const { caller } = await join(club)
    const { data } = await stripe().billingPortal.configurations.list()
    expect(data).toHaveLength(1)
    await stripe().billingPortal.configurations.update(data[0]!.id, { active: false })
    expect((await caller.call(api.subscriptions.billingPortal)).status).toBe(200)
    expect((await stripe().billingPortal.configurations.list({ active: true })).data).toHaveLength(1)
  })
})

describe('a cancellation in the portal', () => {
  it('ends with the paid month, can be resumed for free, and keeps the customer [SET-2] [fault 34]', async () => {
    const member = await join(club)
    const { caller, user, subscriptionId } = member
    const customer = user.stripeCustomerId!
    const back = await cancelInPortal(member)
    expect(back.href).toBe(`${club.url}/settings?portal=returned`)
    const { cancel_at, cancel_at_period_end } = await stripe().subscriptions.retrieve(subscriptionId)
    expect(cancel_at_period_end).toBe(false)
    // The page asks at once; behind a closed tab the event tells the same.
    await expect
      .poll(() => statusOf(member, '0'))
      .toMatchObject({
        subscriptionState: 'canceled_pending',
        hasAccess: true,
        accessUntil: new Date(cancel_at! * 1000).toISOString(),
      })
    const twice = await caller.call(api.subscriptions.cancelPortal)
    expect([twice.status, twice.message]).toEqual([409, 'Your subscription is already canceled.'])

    const again = () => caller.call(api.subscriptions.createAgain, { body: { termsAccepted: true } })
    expect((await again()).body).toMatchObject({ clientSecret: null, subscriptionId, resumed: true })
    expect(await statusOf(member)).toMatchObject({ subscriptionState: 'active', accessUntil: null })
    expect(await paymentsOf(customer)).toBe(1)

    await cancelInPortal(member)
    club.clock.set(new Date((cancel_at! + 1) * 1000))
    await sandbox().control.runDue()
    await signInAgain(member)
    expect(await statusOf(member)).toMatchObject({
      subscriptionState: 'subscription_canceled',
      hasAccess: false,
    })
    const fresh = (await again()).body
    expect(fresh.subscriptionId).not.toBe(subscriptionId)
    await payWith(caller, club, fresh.clientSecret!, cards.good)
    expect(await statusOf(member)).toMatchObject({ subscriptionState: 'active', hasAccess: true })
    expect((await stripe().subscriptions.retrieve(fresh.subscriptionId!)).customer).toBe(customer)
    expect(await paymentsOf(customer)).toBe(2)
  })

  it('is refused while a renewal is unpaid [fault 35]', async () => {
    const member = await join(club)
    const { caller, user, subscriptionId } = member
    const customer = user.stripeCustomerId!
    const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe().subscriptions.update(subscriptionId, { default_payment_method: bad.id })
    club.clock.advance(32 * 86_400_000)
    await sandbox().control.runDue()
    await signInAgain(member)
    const refused = await caller.call(api.subscriptions.cancelPortal)
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'conflict' }])
    expect(refused.message).toContain('Cancel here instead')
    const canceled = await caller.call(api.subscriptions.cancel)
    expect(canceled.body).toMatchObject({ subscriptionState: 'subscription_canceled' })
    const ended = await caller.call(api.subscriptions.cancelPortal)
    expect([ended.status, ended.message]).toEqual([409, 'You have no subscription to cancel.'])
  })
})
