import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { allEventsHandled, eventTimes, setEventDelivery } from '#testing/event-delivery.ts'
import {
  cards,
  join,
  newApplicant,
  payWith,
  payWithCashApp,
  choosePaymentOutcome,
  signUp,
} from '#testing/joining.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  // The browser is alone here, but where a test says otherwise.
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

const subjectOf = (email: string) => /^Subject: (.*)$/m.exec(email)?.[1]

const hourMs = 60 * 60 * 1000

/** Lets slow payments, whose hour is over, come to their end. */
async function waitForPayments() {
  await club.services.payments.sandbox!.control.runDue()
}

describe('a first payment that needs confirmation', () => {
  it('creates a member only once it is confirmed, on the same payment [PAY-6, DONE-4]', async () => {
    const visitor = club.visitor()
    const { clientSecret, subscriptionId } = await signUp(visitor, newApplicant())
    const create = () => visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
    const first = await payWith(visitor, club, clientSecret!, cards.authenticates)
    expect(first.intent?.status).toBe('requires_action')
    expect((await create()).status).toBe(402)
    const failed = await choosePaymentOutcome(visitor, club, first, 'fail')
    expect([failed.pathname, failed.searchParams.get('redirect_status')]).toEqual([
      '/payment-success',
      'failed',
    ])
    expect((await create()).status).toBe(402)
    const second = await payWith(visitor, club, clientSecret!, cards.authenticates)
    const back = await choosePaymentOutcome(visitor, club, second, 'complete')
    expect(back.searchParams.get('redirect_status')).toBe('succeeded')
    const made = await create()
    expect([made.status, made.body]).toMatchObject([201, { user: { hasAccess: true } }])
  })
})

describe.each(eventTimes)('a Cash App payment that takes its time, while $meanwhile', ({ arrive }) => {
  setEventDelivery(() => club, arrive)

  it('is waited for without offering to pay again, and then makes the member [PAY-8, PAY-9, fault 29]', async () => {
    const visitor = club.visitor()
    const applicant = newApplicant()
    const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
    await choosePaymentOutcome(visitor, club, await payWithCashApp(visitor, club, clientSecret!), 'slowly')
    const early = await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect([early.status, early.body]).toMatchObject([202, { subscriptionState: 'payment_processing' }])
    expect(await signUp(visitor, applicant)).toEqual({
      clientSecret: null,
      subscriptionId,
      alreadyPaid: true,
    })
    const elsewhere = await club.visitor().call(api.subscriptions.createIntent, { body: applicant })
    expect([elsewhere.status, elsewhere.body]).toMatchObject([409, { code: 'payment_processing' }])
    const subjects = async () => (await allEmailsTo(club, applicant.email)).map(subjectOf)
    expect(await subjects()).toEqual(['Your payment is being verified'])
    club.clock.advance(hourMs)
    const late = await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect(late.status).toBe(202)
    await waitForPayments()
    if (arrive) await allEventsHandled(club)
    const made = await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect([made.status, made.body]).toMatchObject([201, { user: { hasAccess: true } }])
    expect(await subjects()).toEqual(['Your payment is being verified', 'Welcome: your membership is active'])
  })

  it('is reported by email when it fails, and may be paid again [PAY-8, PAY-10]', async () => {
    const visitor = club.visitor()
    const applicant = newApplicant()
    const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
    await choosePaymentOutcome(
      visitor,
      club,
      await payWithCashApp(visitor, club, clientSecret!),
      'slowly_fail',
    )
    const create = () => visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect((await create()).status).toBe(202)
    club.clock.advance(hourMs)
    await waitForPayments()
    if (arrive) await allEventsHandled(club)
    expect((await create()).status).toBe(402)
    expect((await allEmailsTo(club, applicant.email)).map(subjectOf)).toEqual([
      'Your payment is being verified',
      'Your payment did not go through',
    ])
    await payWith(visitor, club, (await signUp(visitor, applicant)).clientSecret!, cards.good)
    expect((await create()).body).toMatchObject({ user: { hasAccess: true } })
  })

  it('comes back to another browser without a session: the account is ready to sign in to [fault 30, PAY-8, PAY-10]', async () => {
    const visitor = club.visitor()
    const applicant = newApplicant()
    const { clientSecret } = await signUp(visitor, applicant)
    const back = await choosePaymentOutcome(
      visitor,
      club,
      await payWithCashApp(visitor, club, clientSecret!),
      'authorize',
    )
    const elsewhere = club.visitor()
    const claim = await elsewhere.call(api.subscriptions.createUser, {
      body: { paymentIntentId: back.searchParams.get('payment_intent') },
    })
    expect([claim.status, claim.body]).toMatchObject([200, { accountReady: true }])
    expect(elsewhere.cookies.size).toBe(0)
    const login = await elsewhere.call(api.accounts.login, {
      body: { email: applicant.email, password: applicant.password! },
    })
    expect([login.status, login.body]).toMatchObject([200, { user: { hasAccess: true } }])
  })

  it('shows a lapsed member blue while it runs and yellow when it fails, and takes a card then [NOACC-1, NOACC-2, fault 29]', async () => {
    const { caller, user, subscriptionId } = await join(club)
    await club.services.payments.stripe.subscriptions.cancel(subscriptionId)
    const ask = async () => (await caller.call(api.subscriptions.status, { query: { refresh: '1' } })).body
    expect(await ask()).toMatchObject({
      subscriptionState: 'subscription_canceled',
      showSubscribeButton: true,
    })
    const again = () => caller.call(api.subscriptions.createAgain, { body: { termsAccepted: true } })
    const { clientSecret } = (await again()).body
    await choosePaymentOutcome(caller, club, await payWithCashApp(caller, club, clientSecret!), 'slowly_fail')
    const blue = await ask()
    expect(blue).toMatchObject({
      hasAccess: false,
      subscriptionState: 'payment_processing',
      showSubscribeButton: false,
      showContactSupport: true,
    })
    expect(blue.userMessage).toContain('1-2 hours, rarely up to 48 hours')
    expect(blue.userMessage).toContain('received your payment')
    expect((await again()).status).toBe(409)
    club.clock.advance(hourMs)
    expect(await ask()).toMatchObject({ hasAccess: false, subscriptionState: 'payment_processing' })
    expect((await again()).status).toBe(409)
    await waitForPayments()
    expect(await ask()).toMatchObject({ subscriptionState: 'payment_failed', showSubscribeButton: true })
    const emails = await allEmailsTo(club, user.email)
    expect(emails.map(subjectOf)).toContain('Your payment is being verified')
    expect(emails.at(-1)).toContain('Subject: Your payment did not go through')
    expect(emails.at(-1)).toContain(`${club.url}/subscribe`)
    const retry = await again()
    await payWith(caller, club, retry.body.clientSecret!, cards.good)
    expect(await ask()).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
  })
})
