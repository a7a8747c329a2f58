import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idOf } from '#payments/id-of.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, payWith, signInAgain } from '#testing/joining.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { onLine } from '#testing/provider-line.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { syncAndCollect } from '../sync/adopt-default-method.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { refundDuplicate } from './refund-duplicate.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { voidInvoices } from './void-invoices.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const minuteMs = 60_000
const dayMs = 86_400_000

type Member = Awaited<ReturnType<typeof join>>

async function toMinutesAfterTheMonth(member: Member, minutes: number) {
  const { items } = await stripe().subscriptions.retrieve(member.subscriptionId)
  club.clock.set(new Date(items.data[0]!.current_period_end * 1000 + minutes * minuteMs))
  await quiet(club)
  await signInAgain(member)
}

/** A member whose renewal was declined a moment ago. */
async function pastDue(): Promise<Member> {
  const member = await join(club)
  const customer = member.user.stripeCustomerId!
  const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe().subscriptions.update(member.subscriptionId, { default_payment_method: bad.id })
  await toMinutesAfterTheMonth(member, 120)
  return member
}

const paidCentsOf = async ({ user }: Member) =>
  (await stripe().charges.list({ customer: user.stripeCustomerId! })).data
    .filter(({ paid }) => paid)
    .map(({ amount, amount_refunded }) => amount - amount_refunded)

const subjectsTo = async ({ user }: Member) =>
  (await emailsTo(club, user.email)).map((text) => /^Subject: (.*)$/m.exec(text)?.[1])

const invoicesOf = async ({ subscriptionId }: Member) =>
  (await stripe().invoices.list({ subscription: subscriptionId })).data.map(({ status }) => status)

const giveAGoodCard = async ({ user, subscriptionId }: Member) => {
  const good = await stripe().paymentMethods.attach('pm_card_visa', { customer: user.stripeCustomerId! })
  await stripe().subscriptions.update(subscriptionId, { default_payment_method: good.id })
  return good.id
}

describe('canceling in an unpaid month', () => {
  it('ends the subscription at once when done in the portal, with nothing collected [fault 35]', async () => {
    const member = await pastDue()
    await giveAGoodCard(member)
    await stripe().subscriptions.update(member.subscriptionId, { cancel_at_period_end: true })
    await quiet(club)
    club.clock.advance(20 * dayMs)
    await quiet(club)
    expect((await stripe().subscriptions.retrieve(member.subscriptionId)).status).toBe('canceled')
    expect(await invoicesOf(member)).toEqual(['void', 'paid'])
    expect(await paidCentsOf(member)).toEqual([1299])
    expect((await subjectsTo(member)).slice(1)).toEqual([
      'Your payment did not go through',
      'Your membership has ended',
    ])
  })

  it('ends it at once in the hour before the renewal, here and in the portal [fault 35]', async () => {
    const [here, there] = [await join(club), await join(club)]
    const isPaidUp = async () =>
      (await here.caller.call(api.subscriptions.details)).body.subscription?.is_paid_up
    expect(await isPaidUp()).toBe(true)
    await toMinutesAfterTheMonth(here, 20)
    await signInAgain(there)
    expect(await isPaidUp()).toBe(false)
    const refused = await here.caller.call(api.subscriptions.cancelPortal)
    expect([refused.status, refused.message]).toMatchObject([
      409,
      expect.stringContaining('Your new month is not paid yet. Cancel here instead'),
    ])
    const { body } = await here.caller.call(api.subscriptions.cancel)
    expect(body).toMatchObject({ hasAccess: false, subscriptionState: 'subscription_canceled' })
    await stripe().subscriptions.update(there.subscriptionId, { cancel_at_period_end: true })
    await quiet(club)
    club.clock.advance(dayMs)
    await quiet(club)
    for (const member of [here, there]) {
      expect(await paidCentsOf(member)).toEqual([1299])
      expect((await subjectsTo(member)).slice(1)).toEqual(['Your membership has ended'])
    }
  })

  it('keeps the used month when done just before the next one begins [fault 35]', async () => {
    const member = await join(club)
    const { items } = await stripe().subscriptions.retrieve(member.subscriptionId)
    // The sandbox runs what is due only on request.
    club.clock.set(new Date(items.data[0]!.current_period_end * 1000 + 5000))
    await signInAgain(member)
    const { body } = await member.caller.call(api.subscriptions.cancel)
    expect(body).toMatchObject({ hasAccess: false, subscriptionState: 'subscription_canceled' })
    await quiet(club)
    expect(await paidCentsOf(member)).toEqual([1299])
    expect((await stripe().subscriptions.retrieve(member.subscriptionId)).status).toBe('canceled')
    expect((await subjectsTo(member)).slice(1)).toEqual(['Your membership has ended'])
  })

  it('refunds a retry that succeeded first, and nothing earlier [fault 35]', async () => {
    const member = await pastDue()
    const [open] = (await stripe().invoices.list({ subscription: member.subscriptionId, status: 'open' }))
      .data
    const { webhooks } = club.services.payments.sandbox!.control
    // Heard between the payment and the end, the news of the card would have the month seen as just paid.
    webhooks.pause()
    const good = await giveAGoodCard(member)
    const services = onLine(club, async (request, send) => {
      if (request.method === 'DELETE') await stripe().invoices.pay(open!.id, { payment_method: good })
      return send(request)
    })
    await cancelSubscription(services, member.user)
    webhooks.resume()
    await quiet(club)
    expect(await paidCentsOf(member)).toEqual([0, 1299])
    const { body } = await member.caller.call(api.subscriptions.status, { query: {} })
    expect(body).toMatchObject({ hasAccess: false, subscriptionState: 'subscription_canceled' })
    expect(new Set((await subjectsTo(member)).slice(2))).toEqual(
      new Set(['Your membership has ended', 'Your payment is refunded']),
    )
  })

  it.each(['a person at the provider', 'the program itself'] as const)(
    'stops the draft of a month that has begun when %s ends the subscription [fault 35]',
    async (who) => {
      const member = await join(club)
      await toMinutesAfterTheMonth(member, 30)
      expect(await invoicesOf(member)).toEqual(['draft', 'paid'])
      if (who === 'a person at the provider') await stripe().subscriptions.cancel(member.subscriptionId)
      else await refundDuplicate(club.services, { subscriptionId: member.subscriptionId })
      await quiet(club)
      club.clock.advance(2 * dayMs)
      await quiet(club)
      expect(await invoicesOf(member)).toEqual(['draft', 'paid'])
    },
  )

  it.each(['here', 'in the portal'])(
    'is not paid by a card that is saved %s then [fault 35]',
    async (where) => {
      const member = await pastDue()
      const customer = member.user.stripeCustomerId!
      const { webhooks } = club.services.payments.sandbox!.control
      webhooks.pause()
      await stripe().subscriptions.update(member.subscriptionId, { cancel_at_period_end: true })
      if (where === 'here') {
        const setup = await member.caller.call(api.subscriptions.startCardUpdate)
        const saved = await payWith(member.caller, club, setup.body.clientSecret, cards.good)
        const body = { setupIntentId: saved.intent!.id }
        await member.caller.call(api.subscriptions.finishCardUpdate, { body })
      } else {
        const { id } = await stripe().paymentMethods.attach('pm_card_visa', { customer })
        await stripe().customers.update(customer, { invoice_settings: { default_payment_method: id } })
        await syncAndCollect(club.services, customer)
      }
      expect((await stripe().paymentMethods.list({ customer })).data).toHaveLength(3)
      webhooks.resume()
      await quiet(club)
      expect(await paidCentsOf(member)).toEqual([1299])
      expect(await invoicesOf(member)).toEqual(['void', 'paid'])
      expect((await subjectsTo(member)).slice(2)).toEqual(['Your membership has ended'])
    },
  )

  it('ends with the month if it is paid after all, and is emailed then [fault 35]', async () => {
    const member = await pastDue()
    const { id, latest_invoice } = await stripe().subscriptions.retrieve(member.subscriptionId)
    const { webhooks } = club.services.payments.sandbox!.control
    webhooks.pause()
    const good = await giveAGoodCard(member)
    await stripe().subscriptions.update(id, { cancel_at_period_end: true })
    const jobs = { ...club.services.jobs, enqueue: async () => {} }
    await syncCustomer({ ...club.services, jobs }, member.user.stripeCustomerId!)
    await stripe().invoices.pay(idOf(latest_invoice!), { payment_method: good })
    webhooks.resume()
    await quiet(club)
    expect((await stripe().subscriptions.retrieve(id)).status).toBe('active')
    expect(new Set((await subjectsTo(member)).slice(2))).toEqual(
      new Set(['Your receipt: $12.99', 'Your subscription is canceled']),
    )
  })

  it('voids the invoice for a member who returns, and cannot be undone [fault 35]', async () => {
    const member = await pastDue()
    const { webhooks } = club.services.payments.sandbox!.control
    webhooks.pause()
    await stripe().subscriptions.update(member.subscriptionId, { cancel_at_period_end: true })
    const resumed = await member.caller.call(api.subscriptions.resume)
    expect([resumed.status, resumed.message]).toEqual([
      409,
      'Your subscription has ended. Please subscribe again.',
    ])
    const { body } = await member.caller.call(api.subscriptions.createAgain, {
      body: { termsAccepted: true },
    })
    expect(body.subscriptionId).not.toBe(member.subscriptionId)
    expect(await invoicesOf(member)).toEqual(['void', 'paid'])
    await payWith(member.caller, club, body.clientSecret!, cards.good)
    webhooks.resume()
    await quiet(club)
    expect(await paidCentsOf(member)).toEqual([1299, 1299])
    const { body: now } = await member.caller.call(api.subscriptions.status, { query: {} })
    expect(now).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
  })

  it('stops a draft that Stripe would finalize and charge', async () => {
    const asked: string[] = []
    const services = onLine(club, async (request, send) => {
      const { pathname, searchParams } = new URL(request.url)
      if (searchParams.get('status') === 'draft') {
        const data = ['in_going', 'in_stopped'].map((id) => ({ id, auto_advance: id === 'in_going' }))
        return Response.json({ object: 'list', data, has_more: false })
      }
      if (request.method === 'GET') return send(request)
      asked.push(`${pathname} ${await request.text()}`)
      return Response.json({ id: 'in_going' })
    })
    await voidInvoices(services, 'sub_ended')
    expect(asked).toEqual(['/v1/invoices/in_going auto_advance=false'])
  })
})
