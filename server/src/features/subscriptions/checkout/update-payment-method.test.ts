import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, payWith, payWithCashApp, choosePaymentOutcome } from '#testing/joining.ts'
import { onLine } from '#testing/provider-line.ts'
import { finishCardUpdate } from './update-payment-method.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe

/** A member whose card failed at the renewal, and who has just saved another. */
async function behindWithNewCard() {
  const { caller, user, subscriptionId } = await join(club)
  const customer = user.stripeCustomerId!
  const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  const live = await stripe().subscriptions.update(subscriptionId, { default_payment_method: bad.id })
  const setup = await caller.call(api.subscriptions.startCardUpdate)
  const confirmed = await payWith(caller, club, setup.body.clientSecret, cards.good)
  club.clock.set(new Date((live.items.data[0]!.current_period_end + 7200) * 1000))
  await club.services.payments.sandbox!.control.runDue()
  return { caller, customer, personId: user.id, subscriptionId, setupIntentId: confirmed.intent!.id }
}

const savedCard = [{ card: { brand: 'visa', last4: '4242' } }]

describe('a new card for an overdue subscription', () => {
  it('pays with a new key when Stripe repeats its own failure', async () => {
    const { personId, subscriptionId, setupIntentId } = await behindWithNewCard()
    const failed = new Set<string>()
    const services = onLine(club, async (request, send) => {
      const key = request.headers.get('idempotency-key') ?? ''
      if (!key.startsWith('pay:') || /:[23]$/.test(key)) return send(request)
      const headers = { 'idempotent-replayed': String(failed.has(key)) }
      failed.add(key)
      return Response.json({ error: { type: 'api_error', message: 'post' } }, { status: 500, headers })
    })
    expect(await finishCardUpdate(services, personId, setupIntentId)).toEqual(savedCard)
    expect((await stripe().subscriptions.retrieve(subscriptionId)).status).toBe('active')
  })

  it('pays after a concurrent payment failed, despite a repeated refusal', async () => {
    const { caller, customer, personId, subscriptionId, setupIntentId } = await behindWithNewCard()
    const { latest_invoice: invoice } = await stripe().subscriptions.retrieve(subscriptionId, {
      expand: ['latest_invoice.confirmation_secret'],
    })
    if (!invoice || typeof invoice === 'string') throw new Error('the invoice was not expanded')
    const asked = await payWithCashApp(caller, club, invoice.confirmation_secret!.client_secret)
    await choosePaymentOutcome(caller, club, asked, 'slowly_fail')
    const finish = () => finishCardUpdate(club.services, personId, setupIntentId)
    await expect(finish()).rejects.toMatchObject({ status: 503 })
    club.clock.advance(600_000)
    await club.services.payments.sandbox!.control.runDue()
    expect(await finish()).toEqual(savedCard)
    expect((await stripe().subscriptions.retrieve(subscriptionId)).status).toBe('active')
    const { data } = await stripe().charges.list({ customer })
    expect(data.filter(({ paid }) => paid)).toHaveLength(2)
  })

  it('is saved when the invoice is paid at the same moment', async () => {
    const { personId, subscriptionId, setupIntentId } = await behindWithNewCard()
    const services = onLine(club, async (request, send) => {
      const invoice = /^\/v1\/invoices\/(\w+)\/pay$/.exec(new URL(request.url).pathname)?.[1]
      if (invoice) await stripe().invoices.pay(invoice, { payment_method: 'pm_card_visa' })
      return send(request)
    })
    expect(await finishCardUpdate(services, personId, setupIntentId)).toEqual(savedCard)
    expect((await stripe().subscriptions.retrieve(subscriptionId)).status).toBe('active')
  })

  it('is saved when the subscription ends at the same moment', async () => {
    const { personId, subscriptionId, setupIntentId } = await behindWithNewCard()
    const services = onLine(club, async (request, send) => {
      const isUpdate =
        request.method === 'POST' && request.url.endsWith(`/v1/subscriptions/${subscriptionId}`)
      if (isUpdate) await stripe().subscriptions.cancel(subscriptionId)
      return send(request)
    })
    await expect(finishCardUpdate(services, personId, setupIntentId)).resolves.toEqual(savedCard)
  })
})
