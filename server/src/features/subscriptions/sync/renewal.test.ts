import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, newApplicant, payWith, choosePaymentOutcome } from '#testing/joining.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { reconcile } from '#testing/reconcile.ts'
import { memberships } from '../schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe

async function statusOf(caller: Caller) {
  return (await caller.call(api.subscriptions.status, { query: { refresh: '1' } })).body
}

/** A month later the session is over. */
async function signInAgain(caller: Caller, email: string) {
  const { status } = await caller.call(api.accounts.login, { body: { email, password: 'offside-trap' } })
  expect(status).toBe(200)
}

describe('a renewal', () => {
  const dayMs = 86_400_000

  it('keeps access for seven days when the card fails, and a new card pays [NOACC-1, NOACC-3]', async () => {
    const { caller, user } = await join(club)
    const customer = user.stripeCustomerId!
    const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    const [live] = (await stripe().subscriptions.list({ customer })).data
    await stripe().subscriptions.update(live!.id, { default_payment_method: bad.id })
    const rolled = new Date((live!.items.data[0]!.current_period_end + 7200) * 1000)
    club.clock.set(rolled)
    await club.services.payments.sandbox!.control.runDue()
    await signInAgain(caller, user.email)
    expect(await statusOf(caller)).toMatchObject({ hasAccess: true, subscriptionState: 'past_due' })
    club.clock.advance(7 * dayMs)
    expect((await caller.call(api.subscriptions.checkAccess)).body).toEqual({ hasAccess: false })

    const setup = await caller.call(api.subscriptions.startCardUpdate)
    const confirmed = await payWith(caller, club, setup.body.clientSecret, cards.good)
    const finished = await caller.call(api.subscriptions.finishCardUpdate, {
      body: { setupIntentId: confirmed.intent!.id },
    })
    expect(finished.body).toEqual({ paymentMethods: [{ card: { brand: 'visa', last4: '4242' } }] })
    expect(await statusOf(caller)).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
    const paid = await stripe().invoices.list({ subscription: live!.id, status: 'paid' })
    expect(paid.data).toHaveLength(2)
    const details = await caller.call(api.subscriptions.details)
    expect(details.body).toMatchObject({
      subscription: { status: 'active', items: { data: [{ price: { unit_amount: 1299 } }] } },
      paymentMethods: [{ card: { brand: 'visa', last4: '4242' } }],
    })
  })

  it('that failed is paid on /subscribe with the same subscription and invoice [SUB-3]', async () => {
    const { caller, user, subscriptionId } = await join(club)
    const customer = user.stripeCustomerId!
    const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    const live = await stripe().subscriptions.update(subscriptionId, { default_payment_method: bad.id })
    club.clock.set(new Date((live.items.data[0]!.current_period_end + 7200) * 1000))
    await quiet(club)
    await signInAgain(caller, user.email)
    const [bill] = (await stripe().invoices.list({ subscription: subscriptionId, status: 'open' })).data
    const answers = await Promise.all(
      [api.subscriptions.create, api.subscriptions.createAgain].map((ask) => caller.call(ask, { body: {} })),
    )
    const [one, other] = answers.map(({ body }) => body)
    expect(one).toEqual({ clientSecret: expect.any(String), subscriptionId, status: 'requires_payment' })
    expect(other).toEqual(one)
    await payWith(caller, club, one!.clientSecret!, cards.good)
    await quiet(club)
    expect(await statusOf(caller)).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
    expect((await stripe().invoices.retrieve(bill!.id)).status).toBe('paid')
    const paid = (await stripe().charges.list({ customer })).data.filter((charge) => charge.paid)
    expect(paid.map(({ amount }) => amount)).toEqual([1299, 1299])
    expect((await stripe().subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  })

  it('that needs confirmation is confirmed on /subscribe [SUB-3]', async () => {
    const { caller, user, subscriptionId } = await join(club)
    const customer = user.stripeCustomerId!
    const careful = await stripe().paymentMethods.attach('pm_card_authenticationRequired', { customer })
    const live = await stripe().subscriptions.update(subscriptionId, {
      default_payment_method: careful.id,
    })
    club.clock.set(new Date((live.items.data[0]!.current_period_end + 7200) * 1000))
    await quiet(club)
    await signInAgain(caller, user.email)
    expect(await statusOf(caller)).toMatchObject({ subscriptionState: 'past_due' })
    const { body } = await caller.call(api.subscriptions.createAgain, { body: { termsAccepted: true } })
    expect(body).toMatchObject({ subscriptionId, status: 'requires_payment' })
    const asked = await payWith(caller, club, body.clientSecret!, cards.authenticates)
    expect(asked.intent?.status).toBe('requires_action')
    await choosePaymentOutcome(caller, club, asked, 'complete')
    await quiet(club)
    expect(await statusOf(caller)).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
    const paid = (await stripe().charges.list({ customer })).data.filter((charge) => charge.paid)
    expect(paid).toHaveLength(2)
  })

  it('that is unpaid costs the amount of its invoice [SUB-3]', async () => {
    const { stripe: provider } = club.services.payments
    const coupon = await provider.coupons.create({ percent_off: 25, duration: 'forever' })
    const promotion = { type: 'coupon' as const, coupon: coupon.id }
    await provider.promotionCodes.create({ code: 'FOREVER25', promotion })
    const { caller, user, subscriptionId } = await join(club, newApplicant({ couponCode: 'FOREVER25' }))
    const bad = await provider.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: user.stripeCustomerId!,
    })
    const live = await provider.subscriptions.update(subscriptionId, {
      default_payment_method: bad.id,
    })
    club.clock.set(new Date((live.items.data[0]!.current_period_end + 7200) * 1000))
    await club.services.payments.sandbox!.control.runDue()
    await signInAgain(caller, user.email)
    await statusOf(caller)
    const owed = await caller.call(api.subscriptions.details)
    expect(owed.body.subscription).toMatchObject({ status: 'past_due', amount_due: 974 })
    await caller.call(api.subscriptions.cancel)
    const settled = await caller.call(api.subscriptions.details)
    expect(settled.body.subscription).toMatchObject({ status: 'canceled', amount_due: null })
  })

  it('refuses a card saved by another person', async () => {
    const [mine, theirs] = [await join(club), await join(club)]
    const setup = await theirs.caller.call(api.subscriptions.startCardUpdate)
    const confirmed = await payWith(theirs.caller, club, setup.body.clientSecret, cards.good)
    const answer = await mine.caller.call(api.subscriptions.finishCardUpdate, {
      body: { setupIntentId: confirmed.intent!.id },
    })
    expect(answer.status).toBe(404)
    const noId = { body: { setupIntentId: 'ninety minutes' } }
    expect((await mine.caller.call(api.subscriptions.finishCardUpdate, noId)).status).toBe(400)
  })

  it('is found by the reconciler when no event arrives [NOACC-3]', async () => {
    const { control } = club.services.payments.sandbox!
    control.webhooks.pause()
    const { caller, subscriptionId, user } = await join(club)
    const before = await stripe().subscriptions.retrieve(subscriptionId)
    club.clock.set(new Date((before.items.data[0]!.current_period_end + 7200) * 1000))
    await control.runDue()
    await reconcile(club.services)
    control.webhooks.resume()
    await signInAgain(caller, user.email)
    const [row] = await club.services.db
      .select()
      .from(memberships)
      .where(eq(memberships.subscriptionId, subscriptionId))
    expect(row!.paidThrough!.getTime()).toBeGreaterThan(club.clock.now().getTime())
    expect((await caller.call(api.subscriptions.checkAccess)).body).toEqual({ hasAccess: true })
  })
})
