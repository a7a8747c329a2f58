import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { cards, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { onLine } from '#testing/provider-line.ts'
import { recordFailedRefund } from './failed-refunds.ts'
import { refundPayment } from './refund-payment.ts'
import { rereadSentRefunds } from '#features/reconciliation/reread-sent-refunds.ts'
import { ledgerJournals, ledgerRefunds } from './schema.ts'
import { sendOpenRefunds } from './send-refund.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
beforeEach(() => control().webhooks.resume())
afterAll(() => club.close())

const hourMs = 60 * 60_000
const stripe = () => club.services.payments.stripe
const control = () => club.services.payments.sandbox!.control

/** The journal and payment intent of a new member’s first payment. */
async function paidMonth(number = cards.good) {
  const visitor = club.visitor()
  const { clientSecret, subscriptionId } = await signUp(visitor, newApplicant())
  await payWith(visitor, club, clientSecret!, number)
  const made = await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
  if (!('user' in made.body)) throw new Error(`the account was answered with ${made.status}`)
  const { id: personId } = made.body.user
  const journals = () =>
    club.services.db.select().from(ledgerJournals).where(eq(ledgerJournals.personId, personId))
  await expect.poll(journals).toHaveLength(1)
  const [journal] = await journals()
  return { id: journal!.id, intentId: clientSecret!.split('_secret_')[0]!, journals }
}

const wishFor = ({ id }: { id: string }) => ({ journalId: id, askedBy: club.people.admin.id })
const rowOf = async ({ id }: { id: string }) => {
  const [row] = await club.services.db
    .select()
    .from(ledgerRefunds)
    .where(eq(ledgerRefunds.paymentJournalId, id))
  return row!
}
const alertsAbout = async (kind: string, subject: string) =>
  (await openAlerts(club, kind)).filter((alert) => alert.subject === subject)

describe('a refund that failed later', () => {
  it('raises one alert when the money came back [fault 36]', async () => {
    const payment = await paidMonth('4000000000005126')
    const { refundId } = await refundPayment(club.services, wishFor(payment))
    await expect.poll(payment.journals).toHaveLength(2)
    expect(await alertsAbout('refund-failed', refundId!)).toEqual([])
    club.clock.advance(400_000)
    await control().runDue()
    await expect.poll(payment.journals).toHaveLength(3)
    expect(await alertsAbout('refund-failed', refundId!)).toMatchObject([
      { count: 1, message: expect.stringContaining(`refund of ${payment.intentId} (12.99 USD) failed`) },
    ])
  })

  it('raises an alert even when no money moved [fault 36]', async () => {
    const payment = await paidMonth()
    control().webhooks.pause()
    const unheard = { ...club.services, jobs: { ...club.services.jobs, enqueue: async () => {} } }
    const { refundId } = await refundPayment(unheard, wishFor(payment))
    const refund = await stripe().refunds.retrieve(refundId!)
    const failed = { ...refund, status: 'failed', balance_transaction: null }
    await recordFailedRefund(club.services, failed)
    await recordFailedRefund(club.services, failed)
    expect(await alertsAbout('refund-failed', refundId!)).toMatchObject([
      { count: 1, message: expect.stringContaining('no money was sent back') },
    ])
  })

  it('is refreshed after a day without an event [fault 36]', async () => {
    const [failing, moving] = [await paidMonth(), await paidMonth()]
    control().webhooks.pause()
    const unheard = { ...club.services, jobs: { ...club.services.jobs, enqueue: async () => {} } }
    const { refundId } = await refundPayment(unheard, wishFor(failing))
    await refundPayment(unheard, wishFor(moving))
    const observed = onLine(club, async (request, send) => {
      const answer = await send(request)
      if (!request.url.includes(`/v1/refunds/${refundId}`)) return answer
      const text = await answer.text()
      return new Response(
        text
          .replace('"status":"succeeded"', '"status":"failed"')
          .replace(/"balance_transaction":"\w+"/, '"balance_transaction":null'),
        answer,
      )
    })
    await rereadSentRefunds(observed)
    expect(await rowOf(failing)).toMatchObject({ state: 'sent', journalId: null })
    club.clock.advance(25 * hourMs)
    await rereadSentRefunds(observed)
    expect(await rowOf(failing)).toMatchObject({ state: 'refused' })
    expect(await alertsAbout('refund-failed', refundId!)).toHaveLength(1)
    await expect.poll(() => rowOf(moving)).toMatchObject({ state: 'sent', journalId: expect.any(String) })
    expect(await moving.journals()).toHaveLength(2)
  })
})

describe('a refund without a response', () => {
  it('keeps the error and stays open while the provider is down', async () => {
    const payment = await paidMonth()
    const blind = onLine(club, async (request, send) =>
      request.method === 'GET' && new URL(request.url).pathname === '/v1/refunds'
        ? Response.json(
            { error: { type: 'invalid_request_error', message: 'No such list.' } },
            { status: 400 },
          )
        : send(request),
    )
    expect(await refundPayment(blind, wishFor(payment))).toMatchObject({ state: 'asked' })
    expect(await rowOf(payment)).toMatchObject({ state: 'asked', lastError: 'No such list.' })
    const { id } = await rowOf(payment)
    club.clock.advance(hourMs / 2)
    await sendOpenRefunds(blind)
    expect(await alertsAbout('refund-unanswered', id)).toEqual([])
    club.clock.advance(hourMs)
    for (const minute of [1, 2, 3]) {
      club.clock.advance(minute * 60_000)
      await sendOpenRefunds(blind)
    }
    expect(await alertsAbout('refund-unanswered', id)).toMatchObject([
      { count: 1, message: expect.stringContaining('The last error: No such list.') },
    ])
    await sendOpenRefunds(club.services)
    expect(await rowOf(payment)).toMatchObject({ state: 'sent', lastError: null })
    expect(await alertsAbout('refund-unanswered', id)).toEqual([])
  })
})
