import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { allEventsHandled, eventTimes, setEventDelivery } from '#testing/event-delivery.ts'
import { cards, join, newApplicant, payWith, signUp, signUpWithCard } from '#testing/joining.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  // The browser is alone here, but where a test says otherwise.
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

const subscriptionsOf = async (email: string) => {
  const { stripe } = club.services.payments
  const customers = await stripe.customers.list({ limit: 100 })
  const ids = customers.data.filter((customer) => customer.email === email).map(({ id }) => id)
  const lists = await Promise.all(
    ids.map((customer) => stripe.subscriptions.list({ customer, status: 'all' })),
  )
  return lists.flatMap(({ data }) => data)
}

describe('signing up', () => {
  it('completes a payment that is accepted after a declined card [fault 3, 28, PAY-7, DONE-4]', async () => {
    const visitor = club.visitor()
    const applicant = newApplicant()
    const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
    for (const [card, words] of [
      [cards.declined, 'Your card was declined.'],
      [cards.noFunds, 'Your card has insufficient funds.'],
      [cards.lost, 'Your card was declined.'],
      [cards.stolen, 'Your card was declined.'],
      [cards.expired, 'Your card has expired.'],
      [cards.wrongCvc, "Your card's security code is incorrect."],
      [cards.processingError, 'An error occurred while processing your card. Try again in a little bit.'],
    ] as const) {
      const declined = await payWith(visitor, club, clientSecret!, card)
      expect([declined.status, declined.error?.message]).toEqual([402, words])
    }
    expect((await signUp(visitor, applicant)).clientSecret).toBe(clientSecret)
    const early = await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect([early.status, early.message]).toEqual([402, 'This membership is not paid yet.'])
    const paid = await payWith(visitor, club, clientSecret!, cards.good)
    expect(paid.intent?.status).toBe('succeeded')
    const made = await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect([made.status, made.body]).toMatchObject([
      201,
      { user: { email: applicant.email, firstName: 'Frida', subscriptionStatus: 'active', hasAccess: true } },
    ])
    expect((await visitor.call(api.posts.list)).status).toBe(200)
    expect(await subscriptionsOf(applicant.email)).toMatchObject([{ id: subscriptionId, status: 'active' }])
    const [membership] = await club.services.db
      .select()
      .from(memberships)
      .where(eq(memberships.subscriptionId, subscriptionId))
    expect(membership).toMatchObject({
      isCurrent: true,
      cardBrand: 'visa',
      cardLast4: '4242',
      priceCents: 1299,
    })
  })

  it('refuses the address of a member in any case [PAY-9]', async () => {
    const { caller, user } = await join(club)
    const stranger = club.visitor()
    const answer = await stranger.call(api.subscriptions.createIntent, {
      body: newApplicant({ email: user.email.toUpperCase() }),
    })
    expect([answer.status, answer.message]).toEqual([
      409,
      'An account with this email already exists. Please sign in.',
    ])
    expect(caller.cookies.has('touchline_signup')).toBe(false)
  })

  it('stores the password only as a hash until the account exists [DONE-1]', async () => {
    const visitor = club.visitor()
    const applicant = newApplicant({ password: 'whistle-first' })
    const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
    const pending = async () =>
      (
        await club.services.db
          .select()
          .from(pendingSignups)
          .where(eq(pendingSignups.subscriptionId, subscriptionId))
      )[0]
    expect((await pending())?.passwordHash).toMatch(/^\$argon2id\$/)
    await payWith(visitor, club, clientSecret!, cards.good)
    await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect((await pending())?.passwordHash).toBeNull()
    const login = await club.visitor().call(api.accounts.login, {
      body: { email: applicant.email, password: 'whistle-first' },
    })
    expect(login.status).toBe(200)
  })

  it('charges the price shown for a promo code, and nothing for a full one [SUB-6]', async () => {
    for (const [couponCode, cents] of [
      ['WELCOME25', 974],
      ['FIVEOFF', 799],
    ] as const) {
      const shown = await club.visitor().call(api.subscriptions.validateCoupon, { body: { couponCode } })
      expect(shown.body.finalPrice).toBe(cents / 100)
      const { user } = await join(club, newApplicant({ couponCode }))
      const invoices = await club.services.payments.stripe.invoices.list({ customer: user.stripeCustomerId! })
      expect(invoices.data.map((invoice) => invoice.amount_paid)).toEqual([cents])
    }
    const visitor = club.visitor()
    const free = await signUpWithCard(visitor, club, newApplicant({ couponCode: 'FULLTIME' }))
    expect(free).toMatchObject({ clientSecret: null, alreadyPaid: true })
    const made = await visitor.call(api.subscriptions.createUser, { body: free })
    expect([made.status, made.body]).toMatchObject([201, { user: { hasAccess: true } }])
  })

  it('replaces the payment when the promo code changes [PAY-9]', async () => {
    const visitor = club.visitor()
    const applicant = newApplicant()
    const full = await signUp(visitor, applicant)
    const cheap = await signUp(visitor, { ...applicant, couponCode: 'WELCOME25' })
    expect(cheap.subscriptionId).not.toBe(full.subscriptionId)
    expect((await payWith(visitor, club, full.clientSecret!, cards.good)).status).toBe(400)
    const payable = (await subscriptionsOf(applicant.email)).filter(({ status }) => status === 'incomplete')
    expect(payable.map(({ id }) => id)).toEqual([cheap.subscriptionId])
  })

  it('creates no person before the payment [DONE-4]', async () => {
    const applicant = newApplicant()
    await signUp(club.visitor(), applicant)
    const found = await club.services.db.select().from(people).where(eq(people.email, applicant.email))
    expect(found).toEqual([])
  })
})

describe.each(eventTimes)(
  'a payment page that is open twice or loaded again, while $meanwhile',
  ({ arrive }) => {
    setEventDelivery(() => club, arrive)

    it('returns the same payment to the same browser [fault 19, PAY-9]', async () => {
      const visitor = club.visitor()
      const applicant = newApplicant()
      const first = await signUp(visitor, applicant)
      const again = await Promise.all([signUp(visitor, applicant), signUp(visitor, applicant)])
      expect(again).toEqual([first, first])
      if (arrive) await allEventsHandled(club)
      expect(await signUp(visitor, applicant)).toEqual(first)
      expect(await subscriptionsOf(applicant.email)).toHaveLength(1)
    })

    it('never returns a used payment: a reload goes to the success page [fault 19, 21, PAY-9, PAY-5]', async () => {
      const visitor = club.visitor()
      const applicant = newApplicant()
      const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
      await payWith(visitor, club, clientSecret!, cards.good)
      const again = await payWith(visitor, club, clientSecret!, cards.good)
      expect(again.error?.code).toBe('payment_intent_unexpected_state')
      if (arrive) await allEventsHandled(club)
      expect(await signUp(visitor, applicant)).toEqual({
        clientSecret: null,
        subscriptionId,
        alreadyPaid: true,
      })
      const [one, other] = await Promise.all(
        [0, 1].map(() => visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })),
      )
      expect(new Set([one!.status, other!.status])).toEqual(new Set([200, 201]))
      expect(await subscriptionsOf(applicant.email)).toHaveLength(1)
      expect(await allEmailsTo(club, applicant.email)).toHaveLength(1)
    })
  },
)
