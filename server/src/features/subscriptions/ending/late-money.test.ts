import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAlert } from '#alerts/alerts.ts'
import { idOf } from '#payments/id-of.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, signInAgain } from '#testing/joining.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { onLine } from '#testing/provider-line.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { refundLatePayment } from './refund-late-payment.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const minuteMs = 60_000

/** The first and the eight that follow it in two weeks. */
const lastTry = 9

type Member = Awaited<ReturnType<typeof join>>

const chargesOf = async ({ user }: Member) =>
  (await stripe().charges.list({ customer: user.stripeCustomerId!, limit: 100 })).data

const stateOf = async ({ caller }: Member) =>
  (await caller.call(api.subscriptions.status, { query: {} })).body

const subjectsTo = async ({ user }: Member) =>
  (await emailsTo(club, user.email)).map((text) => /^Subject: (.*)$/m.exec(text)?.[1])

describe('a payment after the end', () => {
  it('of an uncollectible invoice is refunded, with an email and an alert [fault 33]', async () => {
    const member = await join(club)
    const customer = member.user.stripeCustomerId!
    const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    const live = await stripe().subscriptions.update(member.subscriptionId, {
      default_payment_method: bad.id,
    })
    club.clock.set(new Date((live.items.data[0]!.current_period_end + 7200) * 1000))
    await quiet(club)
    const [open] = (await stripe().invoices.list({ subscription: live.id, status: 'open' })).data
    await stripe().invoices.markUncollectible(open!.id)
    await stripe().subscriptions.cancel(live.id)
    await quiet(club)
    club.clock.advance(10 * 60 * minuteMs)
    const good = await stripe().paymentMethods.attach('pm_card_visa', { customer })
    await stripe().invoices.pay(open!.id, { payment_method: good.id })
    await quiet(club)

    await signInAgain(member)
    expect(await stateOf(member)).toMatchObject({ subscriptionState: 'subscription_canceled' })
    const [late, first] = (await chargesOf(member)).filter(({ paid }) => paid)
    expect([late?.refunded, first?.refunded]).toEqual([true, false])
    expect((await subjectsTo(member)).slice(-2)).toEqual([
      'Your membership has ended',
      'Your payment is refunded',
    ])
    const { rows } = await club.services.db.execute(
      `select subject, resolution from payment_alerts where kind = 'late-payment'`,
    )
    expect(rows).toEqual([
      { subject: open!.id, resolution: 'The money was sent back, and the payer was emailed.' },
    ])
  })

  it('of an exhausted invoice is refunded, whichever event comes last [fault 33]', async () => {
    const member = await join(club)
    const customer = member.user.stripeCustomerId!
    const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    const live = await stripe().subscriptions.update(member.subscriptionId, {
      default_payment_method: bad.id,
    })
    const { control } = club.services.payments.sandbox!
    club.clock.set(new Date((live.items.data[0]!.current_period_end + 7200) * 1000))
    await quiet(club)
    const open = async () =>
      (await stripe().invoices.list({ subscription: live.id, status: 'open' })).data[0]!
    const billId = (await open()).id
    for (;;) {
      const { next_payment_attempt: nextAt, attempt_count: tried } = await open()
      expect(nextAt).not.toBeNull()
      const isLast = tried === lastTry - 1
      if (isLast) control.webhooks.pause()
      club.clock.set(new Date((nextAt! + 60) * 1000))
      await (isLast ? control.runDue() : quiet(club))
      if (isLast) break
    }
    expect(await stripe().subscriptions.retrieve(live.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
    const good = await stripe().paymentMethods.attach('pm_card_visa', { customer })
    await stripe().invoices.pay(billId, { payment_method: good.id })
    control.webhooks.resume()
    await quiet(club)
    const paid = (await chargesOf(member)).filter((charge) => charge.paid)
    expect(paid.map(({ amount_refunded }) => amount_refunded)).toEqual([1299, 0])
    expect(new Set((await subjectsTo(member)).slice(-2))).toEqual(
      new Set(['Your membership has ended', 'Your payment is refunded']),
    )
    expect(await openAlerts(club, 'late-payment')).toEqual([])
  })
})

describe('a payment after the end that cannot be refunded', () => {
  it('keeps an alert open until an admin resolves it, and the payer is emailed', async () => {
    const member = await join(club)
    const { id, latest_invoice } = await stripe().subscriptions.cancel(member.subscriptionId)
    const [charge] = await chargesOf(member)
    await quiet(club)
    const late = {
      subscriptionId: id,
      paymentIntentId: idOf(charge!.payment_intent!),
      invoiceId: idOf(latest_invoice!),
    }
    const services = onLine(club, async (request, send) => {
      const isRefunds = request.method === 'GET' && new URL(request.url).pathname === '/v1/refunds'
      if (!isRefunds) return send(request)
      const data = [{ id: 're_failed', object: 'refund', status: 'failed' }]
      return Response.json({ object: 'list', data, has_more: false, url: '/v1/refunds' })
    })
    await refundLatePayment(services, late)
    const [alert, ...others] = await openAlerts(club, 'late-payment')
    expect([alert?.subject, others]).toEqual([late.invoiceId, []])
    await closeAlert(club.services.db, club.services, alert!.id, 'Sent by bank transfer.')
    await refundLatePayment(services, late)
    expect(await openAlerts(club, 'late-payment')).toEqual([])
    await quiet(club)
    const emails = await subjectsTo(member)
    expect(emails.filter((subject) => subject === 'We owe you a refund')).toHaveLength(1)
  })
})
