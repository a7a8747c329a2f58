import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson } from '#features/people/create-person.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { sessionCookie } from '#http/cookies.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { reconcile } from '#testing/reconcile.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

const dayMs = 24 * 60 * 60 * 1000
const stripe = () => club.services.payments.stripe

/** The owner sells at another price from now on. */
async function raisePrice() {
  const { payments } = club.services
  const { product } = await stripe().prices.retrieve(payments.price.id)
  const made = await stripe().prices.create({
    product: typeof product === 'string' ? product : product.id,
    currency: 'usd',
    unit_amount: payments.price.unitAmountCents + 200,
    recurring: { interval: 'month' },
  })
  payments.price = { ...payments.price, id: made.id, unitAmountCents: made.unit_amount! }
}

const priceOf = async (subscriptionId: string | null) =>
  (await stripe().subscriptions.retrieve(subscriptionId!)).items.data[0]!.price.id

describe('when the price changes', () => {
  it('completes a signup paid at the old price [PAY-9]', async () => {
    const visitor = club.visitor()
    const { clientSecret, subscriptionId } = await signUp(visitor, newApplicant())
    await payWith(visitor, club, clientSecret!, cards.good)
    await raisePrice()
    const made = await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect([made.status, made.body]).toMatchObject([201, { user: { hasAccess: true } }])
  })

  it('charges unpaid signups and subscriptions the new price [PAY-9]', async () => {
    const visitor = club.visitor()
    const applicant = newApplicant()
    const { email, firstName } = newApplicant()
    const { id } = await createPerson(club.services.db, { email, firstName, createdAt: club.clock.now() })
    const member = club.visitor()
    member.cookies.set(sessionCookie, (await openSession(club.services, id, 'a test')).token)
    const signup = () => signUp(visitor, applicant)
    const subscribe = async () =>
      (await member.call(api.subscriptions.create, { body: { termsAccepted: true } })).body
    for (const ask of [signup, subscribe]) {
      const old = await ask()
      await raisePrice()
      const now = await ask()
      expect(await priceOf(now.subscriptionId)).toBe(club.services.payments.price.id)
      expect(now.clientSecret).toMatch(/^pi_/)
      expect((await stripe().subscriptions.retrieve(old.subscriptionId!)).status).toBe('canceled')
    }
  })
})

describe('a paid subscription of another signup', () => {
  it('is refunded when the signup expires [PAY-10]', async () => {
    const visitor = club.visitor()
    const applicant = newApplicant()
    const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
    const paid = await payWith(visitor, club, clientSecret!, cards.good)
    await stripe().subscriptions.update(subscriptionId, { metadata: { pending_signup: 'another' } })
    club.clock.advance(dayMs + 1)
    await reconcile(club.services)
    const [signup] = await club.services.db
      .select()
      .from(pendingSignups)
      .where(eq(pendingSignups.subscriptionId, subscriptionId))
    expect(signup).toMatchObject({ state: 'expired' })
    const emails = await allEmailsTo(club, applicant.email)
    expect(emails.map((email) => /^Subject: (.*)$/m.exec(email)?.[1])).toEqual(['Your payment is refunded'])
    const refunds = await stripe().refunds.list({ payment_intent: paid.intent!.id })
    expect(refunds.data.map(({ amount }) => amount)).toEqual([1299 + 3 * 200])
  })
})
