import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson } from '#features/people/create-person.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { sessionCookie } from '#http/cookies.ts'
import { idOf } from '#payments/id-of.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, newApplicant, payWith } from '#testing/joining.ts'
import { signInAgain } from '#testing/months.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { quiet } from '#testing/wait-until-settled.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const dayMs = 86_400_000

/** Someone with an account who never paid. */
async function newcomer() {
  const { email, firstName } = newApplicant()
  const { id } = await createPerson(club.services.db, { email, firstName, createdAt: club.clock.now() })
  const caller = club.visitor()
  const signIn = async () => {
    const { token } = await openSession(club.services, id, 'a test')
    caller.cookies.set(sessionCookie, token)
  }
  await signIn()
  const subscribe = (couponCode: string) =>
    caller.call(api.subscriptions.create, { body: { termsAccepted: true, couponCode } })
  return { id, email, caller, signIn, subscribe }
}

async function newCode(
  code: string,
  more: {
    expires_at?: number
    max_redemptions?: number
    customer?: string
    metadata?: Record<string, string>
  },
  percent_off = 10,
) {
  const coupon = await stripe().coupons.create({ percent_off, duration: 'once' })
  await stripe().promotionCodes.create({ code, promotion: { type: 'coupon', coupon: coupon.id }, ...more })
}

async function shown(couponCode: string) {
  const answer = await club.visitor().call(api.subscriptions.validateCoupon, { body: { couponCode } })
  return answer.status === 200 ? answer.body : answer.message
}

describe('a promo code', () => {
  it.each([
    [' welcome25 ', 'WELCOME25', 325, 974],
    ['FiveOff', 'FIVEOFF', 500, 799],
  ])(
    'typed as "%s" takes off what was shown: on the invoice and from the card [SUB-5, fault 27, T-ID-08]',
    async (typed, code, discountCents, finalCents) => {
      expect(await shown(typed)).toEqual({
        code,
        discountAmount: discountCents / 100,
        finalPrice: finalCents / 100,
        renewalPrice: 12.99,
        cardRequired: true,
      })
      const { caller, subscribe } = await newcomer()
      const { body } = await subscribe(typed)
      await payWith(caller, club, body.clientSecret!, cards.good)
      const [invoice] = (await stripe().invoices.list({ subscription: body.subscriptionId! })).data
      const charges = await stripe().charges.list({ customer: idOf(invoice!.customer!) })
      expect([invoice!.total, charges.data.map(({ amount }) => amount)]).toEqual([finalCents, [finalCents]])
    },
  )

  it('is refused everywhere once it has expired, and creates nothing [SUB-5, fault 27, T-ID-08]', async () => {
    await newCode('BRIEF', { expires_at: Math.floor(club.clock.now().getTime() / 1000) + 3600 })
    expect(await shown('BRIEF')).toMatchObject({ finalPrice: 11.69 })
    club.clock.advance(3_600_000)
    expect(await shown('BRIEF')).toBe('This promo code has expired.')
    const { caller, subscribe } = await newcomer()
    const refused = await subscribe('BRIEF')
    expect([refused.status, refused.message]).toEqual([404, 'This promo code has expired.'])
    expect((await caller.call(api.subscriptions.details)).body.subscription).toBeNull()
  })

  it('is redeemed by one of two with one redemption left; the other is not charged [SUB-5, fault 27]', async () => {
    await newCode('LASTSEAT', { max_redemptions: 1 })
    const both = [await newcomer(), await newcomer()]
    expect([await shown('LASTSEAT'), await shown('LASTSEAT')]).toMatchObject([
      { finalPrice: 11.69 },
      { finalPrice: 11.69 },
    ])
    const answers = await Promise.all(both.map(({ subscribe }) => subscribe('LASTSEAT')))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(answers.find(({ status }) => status === 404)?.message).toMatch(
      /^This promo code (is no longer valid|has been used up)\.$/,
    )
    const loser = both[answers.findIndex(({ status }) => status === 404)]!
    expect((await loser.caller.call(api.subscriptions.details)).body.subscription).toBeNull()
  })
})

describe('a promo code for one customer alone', () => {
  it('is shown to that customer as charged, and to no other [SUB-5, fault 27]', async () => {
    const { caller, user, subscriptionId } = await join(club)
    await stripe().subscriptions.cancel(subscriptionId)
    await newCode('COMEBACK', { customer: user.stripeCustomerId! })
    const answer = await caller.call(api.subscriptions.validateCoupon, { body: { couponCode: 'comeback' } })
    expect([answer.status, answer.body]).toEqual([
      200,
      { code: 'COMEBACK', discountAmount: 1.3, finalPrice: 11.69, renewalPrice: 12.99, cardRequired: true },
    ])
    expect(await shown('COMEBACK')).toBe('This promo code does not exist.')
    const refused = await (await newcomer()).subscribe('COMEBACK')
    expect([refused.status, refused.message]).toEqual([404, 'This promo code does not exist.'])
    const { body } = await caller.call(api.subscriptions.createAgain, {
      body: { termsAccepted: true, couponCode: 'COMEBACK' },
    })
    const [invoice] = (await stripe().invoices.list({ subscription: body.subscriptionId! })).data
    expect(invoice!.total).toBe(1169)
  })
})

describe('a promo code for the whole month', () => {
  it('creates one subscription from ten clicks and ends it by email without a card [SUB-6, fault 26, T-ID-08]', async () => {
    await newCode('NOCARD', { metadata: { card_required: 'no' } }, 100)
    const { id, email, caller, signIn, subscribe } = await newcomer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => subscribe('NOCARD')))
    const ids = new Set(answers.map(({ body }) => body.subscriptionId))
    expect([ids.size, new Set(answers.map(({ body }) => body.clientSecret))]).toEqual([1, new Set([null])])
    const [subscriptionId] = ids
    const { customer } = await stripe().subscriptions.retrieve(subscriptionId!)
    const all = await stripe().subscriptions.list({ customer: idOf(customer), status: 'all' })
    expect(all.data.map(({ status }) => status)).toEqual(['active'])
    await quiet(club)
    expect((await stripe().paymentIntents.list({ customer: idOf(customer) })).data).toEqual([])
    const booked = await club.services.db.execute(sql`select id from ledger_journals where person_id = ${id}`)
    expect(booked.rows).toEqual([])

    const first = all.data[0]!.items.data[0]!.current_period_end * 1000
    club.clock.set(new Date(first + 7_200_000))
    await quiet(club)
    const status = async () => {
      await signIn()
      return (await caller.call(api.subscriptions.status, { query: {} })).body
    }
    expect(await status()).toMatchObject({ subscriptionState: 'past_due', hasAccess: true })
    club.clock.advance(16 * dayMs)
    await quiet(club)
    expect(await status()).toMatchObject({ subscriptionState: 'subscription_canceled' })
    const emails = await emailsTo(club, email)
    expect(emails.map((text) => /^Subject: (.*)$/m.exec(text)?.[1])).toEqual([
      'Welcome: your membership is active',
      'Your payment did not go through',
      'Your membership has ended',
    ])
    expect(emails[0]).toContain('nothing was charged')
    expect(emails[1]).toContain('There is no payment method on file')
  })
})

describe('a first payment that is declined', () => {
  it('explains every decline reason, and a good card pays the same payment [fault 28]', async () => {
    const { caller } = await newcomer()
    const start = () => caller.call(api.subscriptions.create, { body: { termsAccepted: true } })
    const { clientSecret, subscriptionId } = (await start()).body
    const declined = 'Your card was declined.'
    for (const [number, words] of [
      ['4000000000000002', declined],
      ['4000000000009995', 'Your card has insufficient funds.'],
      ['4000000000009987', declined],
      ['4000000000009979', declined],
      ['4000000000000069', 'Your card has expired.'],
      ['4000000000000127', "Your card's security code is incorrect."],
      ['4000000000000119', 'An error occurred while processing your card. Try again in a little bit.'],
      ['4000000000000341', declined],
      ['4242424242424241', 'Your card number is incorrect.'],
    ] as const) {
      const answer = await payWith(caller, club, clientSecret!, number)
      expect([number, answer.status, answer.error?.message]).toEqual([number, 402, words])
      expect((await start()).body).toMatchObject({ clientSecret, subscriptionId })
    }
    const ask = async () => (await caller.call(api.subscriptions.status, { query: { refresh: '1' } })).body
    expect(await ask()).toMatchObject({ subscriptionState: 'payment_failed', hasAccess: false })
    await payWith(caller, club, clientSecret!, cards.good)
    expect(await ask()).toMatchObject({ subscriptionState: 'active', hasAccess: true })
    const { customer } = await stripe().subscriptions.retrieve(subscriptionId!)
    const all = await stripe().subscriptions.list({ customer: idOf(customer), status: 'all' })
    expect(all.data).toHaveLength(1)
  })
})

describe('a promo code made in the product', () => {
  it('works again with a later date or a higher limit, and is ended by a lower one [PROMO-2]', async () => {
    await signInAgain(club, club.people.admin)
    const change = (code: string, changes: object) =>
      club.people.admin.call(api.promoCodes.change, {
        params: { code },
        body: { campaign: '', maxUses: null, expiresAt: null, ...changes },
      })
    const inHours = (hours: number) => new Date(club.clock.now().getTime() + hours * 3_600_000).toISOString()
    const listed = async () =>
      (await club.people.admin.call(api.promoCodes.list)).body.codes.find(({ code }) => code === 'AUTUMN')
    const made = await club.people.admin.call(api.promoCodes.create, {
      body: {
        code: 'AUTUMN',
        campaign: '',
        percentOff: 25,
        amountOffCents: null,
        months: 1,
        maxUses: 1,
        expiresAt: inHours(1),
        oncePerPerson: true,
        oncePerCard: true,
        newMembersOnly: true,
        cardRequired: true,
      },
    })
    expect(made.status).toBe(201)
    await join(club, newApplicant({ couponCode: 'AUTUMN' }))
    expect(await shown('AUTUMN')).toBe('This promo code has been used up.')
    club.clock.advance(3_600_000)
    expect((await change('AUTUMN', { campaign: 'Radio', maxUses: 2, expiresAt: inHours(2) })).status).toBe(
      204,
    )
    expect([await shown('AUTUMN'), await listed()]).toMatchObject([
      { finalPrice: 9.74 },
      { campaign: 'Radio', maxUses: 2, redeemed: 1, state: 'active' },
    ])
    expect((await change('AUTUMN', { maxUses: 1 })).status).toBe(204)
    expect(await shown('AUTUMN')).toBe('This promo code has been used up.')
    const log = await club.people.admin.call(api.audit.log, { query: { action: 'promo_code_changed' } })
    expect(log.body.entries.map(({ subject }) => subject)).toEqual(['AUTUMN', 'AUTUMN'])

    expect(await change('AUTUMN', { expiresAt: inHours(-1) })).toMatchObject({
      status: 400,
      body: { fields: { expiresAt: 'Choose a date in the future.' } },
    })
    expect((await change('NO-SUCH-CODE', {})).status).toBe(404)
    await club.people.admin.call(api.promoCodes.end, { params: { code: 'AUTUMN' } })
    expect((await change('AUTUMN', { maxUses: 9 })).status).toBe(409)

    const coupon = await stripe().coupons.create({ percent_off: 10, duration: 'once' })
    const promotion = { type: 'coupon', coupon: coupon.id } as const
    await stripe().promotionCodes.create({ code: 'THEIRS', promotion, max_redemptions: 3 })
    await shown('THEIRS')
    expect(await change('THEIRS', { maxUses: 4 })).toMatchObject({
      status: 400,
      message: 'This code was made at Stripe, where its limit is 3 and cannot be changed.',
    })
    expect((await change('THEIRS', { maxUses: 2 })).status).toBe(204)
  })
})
