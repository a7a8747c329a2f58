import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pendingSignups } from '#features/people/signup-schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, joinTwice, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { onLine } from '#testing/provider-line.ts'
import { reconcile } from '#testing/reconcile.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { startSubscription } from '../checkout/start-subscription.ts'
import { cancellationComments } from '../snapshot/subscription-snapshot.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { refundDuplicate } from './refund-duplicate.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

async function newCodeForEverybody(code: string) {
  const coupon = await stripe().coupons.create({ percent_off: 25, duration: 'once' })
  await stripe().promotionCodes.create({
    code,
    promotion: { type: 'coupon', coupon: coupon.id },
    metadata: { new_members_only: 'no' },
  })
}

const hourMs = 60 * 60 * 1000
const stripe = () => club.services.payments.stripe
const control = () => club.services.payments.sandbox!.control

const refundsOf = async (clientSecret: string) => {
  const [payment_intent] = clientSecret.split('_secret_')
  const { data } = await stripe().refunds.list({ payment_intent: payment_intent! })
  return data.map(({ amount }) => amount)
}

const subjectsTo = async (email: string) =>
  (await allEmailsTo(club, email)).map((text) => /^Subject: (.*)$/m.exec(text)?.[1])

const silent = () => ({ ...club.services.jobs, enqueue: async () => {} })

async function signedUpAndPaid() {
  const visitor = club.visitor()
  const applicant = newApplicant()
  const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
  await payWith(visitor, club, clientSecret!, cards.good)
  return { visitor, applicant, clientSecret: clientSecret!, subscriptionId }
}

describe('the refund of a duplicate', () => {
  it('is sent and emailed once despite a lost response and repeated events [PAY-9]', async () => {
    const { user, customer, second, clientSecret } = await joinTwice(club)
    const { email } = user
    control().failNext({ method: 'POST', path: '/v1/refunds', when: 'after', how: 500 })
    await syncCustomer(club.services, customer)
    await expect.poll(() => refundsOf(clientSecret)).toEqual([1299])
    const expected = ['Welcome: your membership is active', 'A second subscription was ended']
    expect(await subjectsTo(email)).toEqual(expected)
    await club.services.jobs.enqueue(club.services.db, 'give-back', { subscriptionId: second.id })
    expect(await subjectsTo(email)).toEqual(expected)
    expect(await refundsOf(clientSecret)).toEqual([1299])
  })

  it('uses a new key when Stripe repeats its own failure [PAY-9]', async () => {
    const { subscriptionId, clientSecret } = await signedUpAndPaid()
    const failed = new Set<string>()
    const services = onLine(club, async (request, send) => {
      const key = request.headers.get('idempotency-key') ?? ''
      if (!/^refund:.*:[123]$/.test(key)) return send(request)
      const headers = { 'idempotent-replayed': String(failed.has(key)) }
      failed.add(key)
      return Response.json({ error: { type: 'api_error', message: 'post' } }, { status: 500, headers })
    })
    const work = () => refundDuplicate(services, { subscriptionId })
    await expect(work()).rejects.toThrow('post')
    await work()
    expect(await refundsOf(clientSecret)).toEqual([1299])
  })

  it('is emailed once after a lost response, to members and applicants [PAY-9]', async () => {
    const twice = await joinTwice(club)
    const signup = await signedUpAndPaid()
    for (const [email, subscriptionId, subject] of [
      [twice.user.email, twice.second.id, 'A second subscription was ended'],
      [signup.applicant.email, signup.subscriptionId, 'Your payment is refunded'],
    ] as const) {
      await syncCustomer({ ...club.services, jobs: silent() }, twice.customer)
      const services = onLine(club, async (request, send) => {
        const answer = await send(request)
        if (new URL(request.url).pathname === '/v1/refunds' && request.method === 'POST')
          throw new TypeError('the line is dead')
        return answer
      })
      await expect(refundDuplicate(services, { subscriptionId })).rejects.toThrow(/connection/)
      await refundDuplicate(club.services, { subscriptionId })
      await refundDuplicate(club.services, { subscriptionId })
      const subjects = await subjectsTo(email)
      expect(subjects.filter((one) => one === subject)).toHaveLength(1)
    }
    expect(await openAlerts(club, 'second-subscription')).toEqual([])
  })

  it('that fails later alerts the admins once and is not repeated [PAY-9]', async () => {
    const { customer, second, clientSecret } = await joinTwice(club, '4000000000005126')
    await refundDuplicate(club.services, { subscriptionId: second.id })
    expect(await refundsOf(clientSecret)).toEqual([1299])
    club.clock.advance(hourMs)
    await control().runDue()
    for (let time = 0; time < 3; time += 1) {
      await syncCustomer(club.services, customer)
      await club.services.jobs.settled()
    }
    expect(await refundsOf(clientSecret)).toEqual([1299])
    const [paymentIntentId] = clientSecret.split('_secret_')
    expect(await openAlerts(club, 'refund-failed')).toMatchObject([
      { count: 1, message: expect.stringContaining(paymentIntentId!) },
    ])
  })

  it('is sent by the reconciler when its job is lost [PAY-9]', async () => {
    const { applicant, subscriptionId, clientSecret } = await signedUpAndPaid()
    const now = club.clock.now()
    await club.services.db
      .update(pendingSignups)
      .set({ state: 'duplicate', updatedAt: now, checkedAt: now })
      .where(eq(pendingSignups.subscriptionId, subscriptionId))
    await reconcile(club.services)
    expect(await subjectsTo(applicant.email)).toEqual([])
    expect(await refundsOf(clientSecret)).toEqual([])
    club.clock.advance(2 * hourMs)
    await reconcile(club.services)
    await expect.poll(() => refundsOf(clientSecret)).toEqual([1299])
  })

  it('that fails is not reported as sent [PAY-9]', async () => {
    const { user, customer, second } = await joinTwice(club)
    await syncCustomer({ ...club.services, jobs: silent() }, customer)
    const services = onLine(club, async (request, send) => {
      const isRefunds = request.method === 'GET' && new URL(request.url).pathname === '/v1/refunds'
      if (!isRefunds) return send(request)
      const data = [{ id: 're_second_failed', object: 'refund', status: 'failed' }]
      return Response.json({ object: 'list', data, has_more: false, url: '/v1/refunds' })
    })
    await refundDuplicate({ ...services, jobs: silent() }, { subscriptionId: second.id })
    expect(await openAlerts(club, 'second-subscription')).toMatchObject([{ subject: second.id }])
    expect(await subjectsTo(user.email)).toEqual(['Welcome: your membership is active'])
  })

  it('ignores the comment on a running subscription [PAY-9]', async () => {
    const { user, subscriptionId } = await join(club)
    await stripe().subscriptions.update(subscriptionId, {
      cancel_at_period_end: true,
      cancellation_details: { comment: cancellationComments.voided },
    })
    await syncCustomer(club.services, user.stripeCustomerId!)
    await club.services.jobs.settled()
    const charges = await stripe().charges.list({ customer: user.stripeCustomerId! })
    expect(charges.data.map(({ amount_refunded }) => amount_refunded)).toEqual([0])
    expect((await subjectsTo(user.email)).at(-1)).toBe('Your subscription is canceled')
  })

  it('is sent by a later sync after a crash at the end [PAY-9]', async () => {
    const { caller, user, subscriptionId } = await join(club)
    await stripe().subscriptions.cancel(subscriptionId)
    const { body } = await caller.call(api.subscriptions.createAgain, { body: { termsAccepted: true } })
    const services = onLine(club, async (request, send) => {
      if (request.method === 'DELETE') await payWith(caller, club, body.clientSecret!, cards.good)
      return send(request)
    })
    const dying = { ...services, jobs: silent() }
    await newCodeForEverybody('SECONDHALF')
    await startSubscription(dying, user.id, { couponCode: 'SECONDHALF', termsAccepted: true })
    expect(await refundsOf(body.clientSecret!)).toEqual([])
    await syncCustomer(club.services, user.stripeCustomerId!)
    await expect.poll(() => refundsOf(body.clientSecret!)).toEqual([1299])
  })

  it('emails "payment arrived too late" when no membership exists [PAY-9]', async () => {
    const visitor = club.visitor()
    const applicant = newApplicant()
    const former = await signUp(visitor, applicant)
    const couponCode = 'WELCOME25'
    control().failNext({
      method: 'DELETE',
      path: '/v1/subscriptions',
      when: 'before',
      how: 'reset',
      times: 3,
    })
    const lost = await visitor.call(api.subscriptions.createIntent, { body: { ...applicant, couponCode } })
    expect(lost.status).toBe(503)
    const other = await signUp(visitor, { ...applicant, couponCode })
    expect(other.subscriptionId).not.toBe(former.subscriptionId)
    await payWith(visitor, club, former.clientSecret!, cards.good)
    // What the other tests held back comes first, however long it takes.
    control().webhooks.resume()
    await control().webhooks.drained()
    await club.services.jobs.settled()
    control().webhooks.pause()
    expect(await refundsOf(former.clientSecret!)).toEqual([1299])
    const [notice, ...others] = await allEmailsTo(club, applicant.email)
    expect(notice).toContain('Your payment arrived after the subscription it was for had ended')
    expect(others).toEqual([])
    expect((await stripe().subscriptions.retrieve(former.subscriptionId)).status).toBe('canceled')
  })
})
