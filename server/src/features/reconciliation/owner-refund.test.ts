import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { cards, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { signInAgain } from '#testing/months.ts'
import { onLine } from '#testing/provider-line.ts'
import { recordFailedRefund } from '#features/ledger/failed-refunds.ts'
import { refundPayment } from '#features/ledger/refund-payment.ts'
import { ledgerRefunds } from '#features/ledger/schema.ts'
import { sendOpenRefunds } from '#features/ledger/send-refund.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.shuffle(true)
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const control = () => club.services.payments.sandbox!.control
const paymentsFor = async (search: string) =>
  (await club.people.admin.call(api.ledger.payments, { query: { search } })).body.payments

/** A new member's first payment in the admin's list. */
async function paidMonth(number = cards.good) {
  const visitor = club.visitor()
  const applicant = newApplicant()
  const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
  await payWith(visitor, club, clientSecret!, number)
  await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
  await expect.poll(async () => (await paymentsFor(applicant.email)).length).toBe(1)
  const [payment] = await paymentsFor(applicant.email)
  const [intentId] = clientSecret!.split('_secret_')
  return { ...payment!, email: applicant.email, intentId: intentId! }
}

const refundsOf = async ({ intentId }: { intentId: string }) => {
  const { data } = await stripe().refunds.list({ payment_intent: intentId })
  return data.map(({ amount }) => amount).toSorted((one, other) => one - other)
}
const ask = async (id: string, body: { amountCents?: number; reason?: string } = {}, key?: string) => {
  // The admin confirms their password again, as time has passed.
  await signInAgain(club, club.people.admin)
  return club.people.admin.call(api.ledger.refund, {
    params: { id },
    body,
    headers: key ? { 'idempotency-key': key } : {},
  })
}
const rowsOf = ({ id }: { id: string }) =>
  club.services.db.select().from(ledgerRefunds).where(eq(ledgerRefunds.paymentJournalId, id))

const isAbout = ({ headers }: Request, { id }: { id: string }) =>
  headers.get('idempotency-key')?.startsWith(`refund:${id}:`)

describe('a refund by the owner', () => {
  it('refunds a part, then the rest, and updates the payment', async () => {
    const payment = await paidMonth()
    expect(payment).toMatchObject({
      state: 'paid',
      grossCents: 1299,
      creatorCents: 974,
      refundableCents: 1299,
    })
    const part = await ask(payment.id, { amountCents: 300, reason: 'Two weeks without posts.' })
    expect([part.status, part.body]).toEqual([200, { amountCents: 300, state: 'sent' }])
    const seen = async () => (await paymentsFor(payment.email))[0]
    await expect
      .poll(seen)
      .toMatchObject({ state: 'partly_refunded', refundedCents: 300, refundableCents: 999 })
    expect((await ask(payment.id)).body).toEqual({ amountCents: 999, state: 'sent' })
    await expect.poll(seen).toMatchObject({ state: 'refunded', refundableCents: 0 })
    expect(await refundsOf(payment)).toEqual([300, 999])
  })

  it('is sent once for a double click, with or without a key', async () => {
    const named = await paidMonth()
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask(named.id, { amountCents: 200 }, `press-${named.id}`)),
    )
    expect(answers.every(({ status }) => status === 200 || status === 202)).toBe(true)
    expect(await refundsOf(named)).toEqual([200])
    const unnamed = await paidMonth()
    await Promise.all([ask(unnamed.id), ask(unnamed.id)])
    expect((await ask(unnamed.id)).body).toMatchObject({ amountCents: 1299 })
    expect(await refundsOf(unnamed)).toEqual([1299])
  })

  it('refuses amounts above the rest, zero, disputed and unknown payments', async () => {
    const payment = await paidMonth()
    const tooMuch = await ask(payment.id, { amountCents: 1300 })
    expect([tooMuch.status, tooMuch.message]).toEqual([
      409,
      'At most $12.99 of this payment can still be refunded.',
    ])
    await ask(payment.id, {}, 'all-of-it')
    const again = await ask(payment.id, {}, 'once-more')
    expect([again.status, again.message]).toEqual([409, 'This payment has been refunded already.'])
    const disputed = await paidMonth('4000000000000259')
    club.clock.advance(120_000)
    await control().runDue()
    expect((await ask(disputed.id)).message).toContain('a disputed payment cannot be refunded')
    expect((await ask(uuid())).status).toBe(404)
    expect((await ask('nothing')).status).toBe(404)
    expect((await ask(payment.id, { amountCents: 0.5 })).status).toBe(400)
    expect(await refundsOf(disputed)).toEqual([])
  })

  it('is unavailable after a won dispute, but available during an inquiry', async () => {
    const disputed = await paidMonth('4000000000000259')
    club.clock.advance(120_000)
    await control().runDue()
    const { data } = await stripe().disputes.list({ payment_intent: disputed.intentId })
    const evidence = { evidence: { uncategorized_text: 'winning_evidence' }, submit: true }
    await stripe().disputes.update(data[0]!.id, evidence)
    const seen = async () => (await paymentsFor(disputed.email))[0]
    await expect.poll(seen).toMatchObject({ state: 'paid', disputedCents: 0, refundableCents: 0 })
    expect((await ask(disputed.id)).message).toMatch(/^The bank gave this payment back/)

    const asked = await paidMonth()
    const inquiry = onLine(club, async (request, send) => {
      if (new URL(request.url).pathname === '/v1/disputes')
        return Response.json({ object: 'list', has_more: false, data: [{ is_charge_refundable: true }] })
      const answer = await send(request)
      if (!request.url.includes('/v1/balance_transactions/')) return answer
      return new Response((await answer.text()).replace('"disputed":false', '"disputed":true'), answer)
    })
    const wish = { journalId: asked.id, askedBy: club.people.admin.id }
    expect(await refundPayment(inquiry, wish)).toMatchObject({ state: 'sent', amountCents: 1299 })
  })

  it('is retried with the same key after a lost response', async () => {
    const payment = await paidMonth()
    control().failNext({ method: 'POST', path: '/v1/refunds', when: 'after', how: 'reset', times: 3 })
    const lost = await ask(payment.id)
    expect([lost.status, lost.body]).toEqual([202, { amountCents: 1299, state: 'asked' }])
    const other = await ask(payment.id, { amountCents: 100 }, 'meanwhile')
    expect([other.status, other.message]).toEqual([409, 'This payment has been refunded already.'])
    club.clock.advance(60_000)
    await sendOpenRefunds(club.services)
    expect(await rowsOf(payment)).toMatchObject([{ state: 'sent', number: 1, refundId: expect.any(String) }])
    expect(await refundsOf(payment)).toEqual([1299])
  })

  it('is not offered again before it is booked', async () => {
    const payment = await paidMonth()
    const seen = async () => (await paymentsFor(payment.email))[0]
    const unheard = { ...club.services, jobs: { ...club.services.jobs, enqueue: async () => {} } }
    control().webhooks.pause()
    await refundPayment(unheard, {
      journalId: payment.id,
      amountCents: 700,
      askedBy: club.people.admin.id,
    })
    expect(await rowsOf(payment)).toMatchObject([{ state: 'sent', journalId: null }])
    expect(await seen()).toMatchObject({ refundedCents: 0, pendingCents: 700, refundableCents: 599 })
    control().webhooks.resume()
    await expect
      .poll(seen)
      .toMatchObject({ refundedCents: 700, pendingCents: 0, refundableCents: 599, state: 'partly_refunded' })
  })

  it('stays pending without funds and is booked when it is sent [fault 36]', async () => {
    const [payment] = [await paidMonth(), await paidMonth(), await paidMonth()]
    const seen = async () => (await paymentsFor(payment.email))[0]
    control().bankDebits(false)
    const asked = await ask(payment.id)
    expect(asked.body).toMatchObject({ amountCents: 1299, state: 'sent' })
    await control().webhooks.drained()
    expect(await seen()).toMatchObject({ refundedCents: 0, pendingCents: 1299, refundableCents: 0 })
    club.clock.advance(3 * 86_400_000)
    await control().runDue()
    await expect.poll(seen).toMatchObject({ refundedCents: 1299, pendingCents: 0, state: 'refunded' })
    expect(await refundsOf(payment)).toEqual([1299])
    control().bankDebits(true)
  })

  it('is offered again after it failed without moving money', async () => {
    const payment = await paidMonth()
    const seen = async () => (await paymentsFor(payment.email))[0]
    const unheard = { ...club.services, jobs: { ...club.services.jobs, enqueue: async () => {} } }
    control().webhooks.pause()
    const { refundId } = await refundPayment(unheard, {
      journalId: payment.id,
      askedBy: club.people.admin.id,
    })
    const refund = await stripe().refunds.retrieve(refundId!)
    await recordFailedRefund(club.services, refund)
    expect(await seen()).toMatchObject({ pendingCents: 1299, refundableCents: 0 })
    const failed = { ...refund, status: 'failed', balance_transaction: null, failure_reason: 'unknown' }
    await recordFailedRefund(club.services, failed)
    expect(await seen()).toMatchObject({ pendingCents: 0, refundableCents: 1299 })
    expect(await rowsOf(payment)).toMatchObject([{ state: 'refused', lastError: 'unknown' }])
    control().webhooks.resume()
  })

  it('uses a new key when the provider repeats a failure without a refund', async () => {
    const payment = await paidMonth()
    const services = onLine(club, async (request, send) =>
      request.headers.get('idempotency-key') === `refund:${payment.id}:1`
        ? Response.json(
            { error: { type: 'api_error', message: 'post' } },
            { status: 500, headers: { 'idempotent-replayed': 'true' } },
          )
        : send(request),
    )
    const wish = { journalId: payment.id, askedBy: club.people.admin.id }
    expect(await refundPayment(services, wish)).toMatchObject({ state: 'asked', number: 2 })
    expect(await refundsOf(payment)).toEqual([])
    club.clock.advance(60_000)
    await sendOpenRefunds(services)
    expect(await rowsOf(payment)).toMatchObject([{ state: 'sent', number: 2 }])
    expect(await refundsOf(payment)).toEqual([1299])
  })

  it('is looked up before a retry, as the key may have expired', async () => {
    const payment = await paidMonth()
    control().failNext({ method: 'POST', path: '/v1/refunds', when: 'after', how: 'reset', times: 3 })
    expect((await ask(payment.id, { amountCents: 300 })).body).toMatchObject({ state: 'asked' })
    // Simulates an expired key: a new request would make a second refund.
    await club.services.db
      .update(ledgerRefunds)
      .set({ number: 2 })
      .where(eq(ledgerRefunds.paymentJournalId, payment.id))
    club.clock.advance(2 * 24 * 60 * 60_000)
    await sendOpenRefunds(club.services)
    expect(await rowsOf(payment)).toMatchObject([{ state: 'sent', refundId: expect.any(String) }])
    expect(await refundsOf(payment)).toEqual([300])
  })

  it('does not hold up others while it has no response', async () => {
    const [stuck, other] = [await paidMonth(), await paidMonth()]
    const services = onLine(club, async (request, send) =>
      isAbout(request, stuck)
        ? Response.json({ error: { type: 'api_error', message: 'post' } }, { status: 500 })
        : send(request),
    )
    await refundPayment(services, { journalId: stuck.id, askedBy: club.people.admin.id })
    club.clock.advance(1000)
    control().failNext({ method: 'POST', path: '/v1/refunds', when: 'before', how: 'reset', times: 3 })
    expect((await ask(other.id)).body).toMatchObject({ state: 'asked' })
    const waiting = eq(ledgerRefunds.state, 'asked')
    const open = await club.services.db.select().from(ledgerRefunds).where(waiting)
    for (const _ of open) {
      club.clock.advance(60_000)
      await sendOpenRefunds(services, 1)
    }
    expect(await rowsOf(stuck)).toMatchObject([{ state: 'asked', lastError: 'post' }])
    expect(await rowsOf(other)).toMatchObject([{ state: 'sent' }])
  })

  it('keeps its key until the provider repeats a failure', async () => {
    const payment = await paidMonth()
    const services = onLine(club, async (request, send) =>
      request.headers.get('idempotency-key') === `refund:${payment.id}:1`
        ? Response.json({ error: { type: 'api_error', message: 'post' } }, { status: 500 })
        : send(request),
    )
    const wish = { journalId: payment.id, askedBy: club.people.admin.id }
    expect(await refundPayment(services, wish)).toMatchObject({ state: 'asked', number: 1 })
    expect(await rowsOf(payment)).toMatchObject([{ state: 'asked', number: 1, lastError: 'post' }])
  })
})
