import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, payWith } from '#testing/joining.ts'
import { onLine } from '#testing/provider-line.ts'
import { cancelSubscription } from './cancel-subscription.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const dayMs = 86_400_000

describe('canceling', () => {
  it('is refused without a subscription and while Stripe is unavailable', async () => {
    const refused = await club.people.newcomer.call(api.subscriptions.cancel)
    expect([refused.status, refused.message]).toEqual([409, 'You have no subscription to cancel.'])
    const { user, subscriptionId } = await join(club)
    const away = onLine(club, async () => {
      throw new TypeError('the line is dead')
    })
    await expect(cancelSubscription(away, user)).rejects.toMatchObject({ status: 503 })
    expect((await stripe().subscriptions.retrieve(subscriptionId)).cancel_at).toBeNull()
  })

  it('is rate limited per person, not per address', async () => {
    const statuses = new Set<number>()
    for (let press = 0; press < 31; press += 1)
      statuses.add((await club.people.newcomer.call(api.subscriptions.resume)).status)
    expect([...statuses]).toEqual([409, 429])
    const { caller } = await join(club)
    expect((await caller.call(api.subscriptions.resume)).status).toBe(409)
  })

  it('keeps access to the end of the paid month and can be undone until then [fault 34]', async () => {
    const { caller, user, subscriptionId } = await join(club)
    const canceled = await caller.call(api.subscriptions.cancel)
    expect(canceled.body).toMatchObject({ hasAccess: true, subscriptionState: 'canceled_pending' })
    const again = await caller.call(api.subscriptions.cancel)
    expect(again.body).toEqual(canceled.body)
    const back = await caller.call(api.subscriptions.resume)
    expect(back.body).toMatchObject({ subscriptionState: 'active', accessUntil: null })
    const idle = await caller.call(api.subscriptions.resume)
    expect([idle.status, idle.message]).toEqual([409, 'Your subscription is not canceled.'])

    const in5Days = Math.floor(club.clock.now().getTime() / 1000) + 5 * 86_400
    await stripe().subscriptions.update(subscriptionId, { cancel_at: in5Days })
    expect((await caller.call(api.subscriptions.resume)).body).toMatchObject({ subscriptionState: 'active' })
    const charges = await stripe().charges.list({ customer: user.stripeCustomerId! })
    expect(charges.data).toHaveLength(1)

    await caller.call(api.subscriptions.cancel)
    club.clock.set(new Date(canceled.body.accessUntil!))
    await club.services.payments.sandbox!.control.runDue()
    await caller.call(api.accounts.login, { body: { email: user.email, password: 'offside-trap' } })
    const late = await caller.call(api.subscriptions.resume)
    expect([late.status, late.message]).toEqual([409, 'Your subscription has ended. Please subscribe again.'])
    const gone = await caller.call(api.subscriptions.cancel)
    expect([gone.status, gone.message]).toEqual([409, 'You have no subscription to cancel.'])
    const { body } = await caller.call(api.subscriptions.createAgain, { body: { termsAccepted: true } })
    await payWith(caller, club, body.clientSecret!, cards.good)
    const { data } = await stripe().subscriptions.list({ customer: user.stripeCustomerId!, status: 'all' })
    expect(data.map(({ status }) => status)).toEqual(['active', 'canceled'])
  })

  it('ends the subscription at once while a renewal is unpaid and voids the invoice [fault 35]', async () => {
    const { caller, user, subscriptionId } = await join(club)
    const customer = user.stripeCustomerId!
    const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    const live = await stripe().subscriptions.update(subscriptionId, { default_payment_method: bad.id })
    club.clock.set(new Date((live.items.data[0]!.current_period_end + 7200) * 1000))
    await club.services.payments.sandbox!.control.runDue()
    await caller.call(api.accounts.login, { body: { email: user.email, password: 'offside-trap' } })
    const { body } = await caller.call(api.subscriptions.cancel)
    expect(body).toMatchObject({ hasAccess: false, subscriptionState: 'subscription_canceled' })
    const good = await stripe().paymentMethods.attach('pm_card_visa', { customer })
    await stripe().customers.update(customer, { invoice_settings: { default_payment_method: good.id } })
    club.clock.advance(40 * dayMs)
    await club.services.payments.sandbox!.control.runDue()
    const invoices = await stripe().invoices.list({ subscription: subscriptionId })
    expect(invoices.data.map(({ status }) => status)).toEqual(['void', 'paid'])
    const paid = (await stripe().charges.list({ customer })).data.filter((charge) => charge.paid)
    expect(paid).toHaveLength(1)
  })
})
