import { api } from '@touchline/contract/api.ts'
import type { NewPromoCode } from '@touchline/contract/promo-codes.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson } from '#features/people/create-person.ts'
import { people } from '#features/people/schema.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { sessionCookie } from '#http/cookies.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, newApplicant, payWith, signUp, subscribeWithCard } from '#testing/joining.ts'
import { onLine } from '#testing/provider-line.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { createPromoCode } from './create-promo-code.ts'
import { promoRedemptions } from '../schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const newMembersOnly = 'This promo code is for new members.'
const usedBefore = 'You have already used this promo code.'
const usedWithCard = 'This promo code has already been used with this card.'

let accounts = 0
/** A signed-in person who never paid. */
async function newcomer(email = `newcomer${(accounts += 1)}@club.example`) {
  const { id } = await createPerson(club.services.db, {
    email,
    firstName: 'Nora',
    createdAt: club.clock.now(),
  })
  const caller = club.visitor()
  const signIn = async () =>
    caller.cookies.set(sessionCookie, (await openSession(club.services, id, 'a test')).token)
  await signIn()
  return { id, email, caller, signIn }
}

async function newCode(code: string, percent_off: number, metadata: Record<string, string> = {}) {
  const coupon = await stripe().coupons.create({ percent_off, duration: 'once' })
  await stripe().promotionCodes.create({
    code,
    promotion: { type: 'coupon', coupon: coupon.id },
    metadata,
  })
}

async function endMembershipOf(id: string) {
  const [person] = await club.services.db.select().from(people).where(eq(people.id, id))
  const all = await stripe().subscriptions.list({ customer: person!.stripeCustomerId! })
  for (const subscription of all.data) await stripe().subscriptions.cancel(subscription.id)
  await quiet(club)
}

/** Starts a signup with a code, or starts the one again that this browser has begun. */
const startWith = (caller: Caller, email: string, couponCode: string) =>
  caller.call(api.subscriptions.createIntent, { body: newApplicant({ email, couponCode }) })

const rowsOf = (code: string) =>
  club.services.db.select().from(promoRedemptions).where(eq(promoRedemptions.code, code))

describe('a code that covers the whole price', () => {
  it('requires a card before it gives access [SUB-6]', async () => {
    const { caller } = await newcomer()
    const { body } = await caller.call(api.subscriptions.create, {
      body: { termsAccepted: true, couponCode: 'FULLTIME' },
    })
    expect(body).toEqual({
      clientSecret: expect.stringMatching(/^seti_/),
      subscriptionId: null,
      status: 'requires_card',
    })
    const access = async () => (await caller.call(api.subscriptions.checkAccess)).body
    expect(await access()).toEqual({ hasAccess: false })
    const setupIntentId = body.clientSecret!.split('_secret_')[0]!
    const unconfirmed = await caller.call(api.subscriptions.create, {
      body: { termsAccepted: true, couponCode: 'FULLTIME', setupIntentId },
    })
    expect([unconfirmed.status, unconfirmed.message]).toEqual([
      400,
      'This payment method is not confirmed yet.',
    ])
    await payWith(caller, club, body.clientSecret!, cards.good)
    const started = await caller.call(api.subscriptions.create, {
      body: { termsAccepted: true, couponCode: 'FULLTIME', setupIntentId },
    })
    expect(started.body).toMatchObject({ status: 'active', clientSecret: null })
    expect(await access()).toEqual({ hasAccess: true })
    const { default_payment_method } = await stripe().subscriptions.retrieve(started.body.subscriptionId!)
    expect(default_payment_method).toMatch(/^pm_/)
  })

  it('rejects a card that another person saved [SUB-6, T-ID-08]', async () => {
    const [theirs, mine] = [await newcomer(), await newcomer()]
    await newCode('BORROWED', 100)
    const ask = (who: typeof mine, setupIntentId?: string) =>
      who.caller.call(api.subscriptions.create, {
        body: { termsAccepted: true, couponCode: 'BORROWED', setupIntentId },
      })
    const { clientSecret } = (await ask(theirs)).body
    await payWith(theirs.caller, club, clientSecret!, '5555555555554444')
    expect((await ask(mine, clientSecret!.split('_secret_')[0])).status).toBe(404)
  })

  it('is refused to a second person with the same card [SUB-5, T-ID-08]', async () => {
    await newCode('ONECARD', 100)
    const [first, second] = [await newcomer(), await newcomer()]
    expect((await subscribeWithCard(first.caller, club, 'ONECARD')).body).toMatchObject({ status: 'active' })
    const refused = await subscribeWithCard(second.caller, club, 'ONECARD')
    expect([refused.status, refused.message]).toEqual([404, usedWithCard])
    expect((await second.caller.call(api.subscriptions.checkAccess)).body).toEqual({ hasAccess: false })
  })

  it('requires a card at signup too [SUB-6, T-ID-08]', async () => {
    const visitor = club.visitor()
    const asked = await signUp(visitor, newApplicant({ couponCode: 'FULLTIME' }))
    expect(asked).toEqual({ clientSecret: expect.stringMatching(/^seti_/), subscriptionId: '' })
    expect((await visitor.call(api.subscriptions.createUser, { body: {} })).status).toBe(402)
  })
})

describe('a promo code', () => {
  it('works once per person and mailbox [SUB-5, T-ID-08]', async () => {
    await newCode('ONCE', 100, { new_members_only: 'no' })
    const first = await newcomer('jo.keeper+fan@gmail.com')
    await subscribeWithCard(first.caller, club, 'ONCE')
    await endMembershipOf(first.id)
    for (const { caller, number } of [
      { caller: first.caller, number: '5555555555554444' },
      { caller: (await newcomer('jokeeper@googlemail.com')).caller, number: '378282246310005' },
      { caller: (await newcomer('jo.kee.per+2@gmail.com')).caller, number: '4000056655665556' },
    ]) {
      const refused = await subscribeWithCard(caller, club, 'ONCE', number)
      expect([refused.status, refused.message]).toEqual([404, usedBefore])
      const shown = await caller.call(api.subscriptions.validateCoupon, { body: { couponCode: 'ONCE' } })
      expect([shown.status, shown.message]).toEqual([404, usedBefore])
    }
  })

  it('works once, whatever the case it has at Stripe [SUB-5, T-ID-08]', async () => {
    await newCode('Summer-25', 25, { new_members_only: 'no' })
    const { user, caller } = await join(club, newApplicant({ couponCode: 'summer-25' }))
    await endMembershipOf(user.id)
    const again = await caller.call(api.subscriptions.createAgain, {
      body: { couponCode: 'SUMMER-25', termsAccepted: true },
    })
    expect([again.status, again.message]).toEqual([404, usedBefore])
    const shown = await caller.call(api.subscriptions.validateCoupon, { body: { couponCode: 'Summer-25' } })
    expect([shown.status, shown.message]).toEqual([404, usedBefore])
    expect(await rowsOf('SUMMER-25')).toMatchObject([{ state: 'redeemed', isOnce: true }])
  })

  it('is for new members only, in any spelling of their address [SUB-5, T-ID-08]', async () => {
    await newCode('NEW25', 25)
    await newCode('NEW100', 100)
    const { user, caller } = await join(club)
    await endMembershipOf(user.id)
    const variant = await newcomer(user.email.replace('@', '+again@'))
    for (const who of [caller, variant.caller])
      for (const couponCode of ['NEW25', 'NEW100']) {
        const refused = await subscribeWithCard(who, club, couponCode, '5555555555554444')
        expect([refused.status, refused.message]).toEqual([404, newMembersOnly])
        const shown = await who.call(api.subscriptions.validateCoupon, { body: { couponCode } })
        expect([shown.status, shown.message]).toEqual([404, newMembersOnly])
      }
    const signup = await club.visitor().call(api.subscriptions.createIntent, {
      body: newApplicant({ email: user.email.replace('@', '+more@'), couponCode: 'NEW25' }),
    })
    expect([signup.status, signup.message]).toEqual([404, newMembersOnly])
  })

  it('of the demo works for a previous member [SUB-5, SUB-6]', async () => {
    const { user, caller } = await join(club)
    await endMembershipOf(user.id)
    for (const couponCode of ['WELCOME25', 'FIVEOFF', 'FULLTIME'])
      expect((await caller.call(api.subscriptions.validateCoupon, { body: { couponCode } })).status).toBe(200)
    const again = await caller.call(api.subscriptions.createAgain, {
      body: { couponCode: 'WELCOME25', termsAccepted: true },
    })
    await payWith(caller, club, again.body.clientSecret!, cards.good)
    const status = await caller.call(api.subscriptions.status, { query: { refresh: '1' } })
    expect(status.body).toMatchObject({ hasAccess: true, subscriptionState: 'active' })
  })

  it('can be made reusable, open to previous members and cardless by metadata [SUB-5, SUB-6]', async () => {
    await newCode('OPEN', 100, { once_per_person: 'no', new_members_only: 'No', card_required: 'no' })
    const { id, caller, signIn } = await newcomer()
    for (const endpoint of [api.subscriptions.create, api.subscriptions.createAgain]) {
      const { body } = await caller.call(endpoint, { body: { couponCode: 'OPEN', termsAccepted: true } })
      expect(body).toMatchObject({ status: 'active' })
      await endMembershipOf(id)
      await signIn()
    }
    expect(await rowsOf('OPEN')).toMatchObject([{ state: 'redeemed' }, { state: 'redeemed' }])
  })

  it('is released when its start never becomes a membership [SUB-5]', async () => {
    await newCode('LATER', 25)
    const { email, caller } = await newcomer('later+one@club.example')
    const start = (couponCode: string | null) =>
      caller.call(api.subscriptions.create, { body: { termsAccepted: true, couponCode } })
    await start('LATER')
    expect(await rowsOf('LATER')).toMatchObject([{ state: 'reserved' }])
    const other = await newcomer(email.replace('+one', '+two'))
    const waiting = await other.caller.call(api.subscriptions.create, {
      body: { termsAccepted: true, couponCode: 'LATER' },
    })
    expect([waiting.status, waiting.message]).toEqual([
      404,
      'This promo code is being used with this email address. Finish there, or try again tomorrow.',
    ])
    await start(null)
    expect(await rowsOf('LATER')).toEqual([])
    const { body } = await other.caller.call(api.subscriptions.create, {
      body: { termsAccepted: true, couponCode: 'LATER' },
    })
    await payWith(other.caller, club, body.clientSecret!, cards.good)
    await quiet(club)
    expect(await rowsOf('LATER')).toMatchObject([{ state: 'redeemed', personId: other.id }])
  })

  it('is released when an unpaid subscription expires at Stripe [SUB-5]', async () => {
    await newCode('EXPIRES', 25)
    const { caller } = await newcomer()
    await caller.call(api.subscriptions.create, { body: { termsAccepted: true, couponCode: 'EXPIRES' } })
    club.clock.advance(24 * 3_600_000)
    await quiet(club)
    expect(await rowsOf('EXPIRES')).toEqual([])
  })

  it('is reserved by one of ten concurrent addresses of a mailbox [SUB-5, T-ID-08]', async () => {
    await newCode('TENATONCE', 25)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        club.visitor().call(api.subscriptions.createIntent, {
          body: newApplicant({ email: `rush+${index}@club.example`, couponCode: 'TENATONCE' }),
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 404),
    ])
    expect(await rowsOf('TENATONCE')).toHaveLength(1)
  })

  it('is checked again when a signup changes its address [SUB-5, T-ID-08]', async () => {
    await newCode('SWAPPED', 25)
    const former = await join(club, newApplicant({ couponCode: 'SWAPPED' }))
    const theirs = former.user.email.replace('@', '+again@')
    const visitor = club.visitor()
    const { clientSecret } = (await startWith(visitor, 'nobody-yet@club.example', 'SWAPPED')).body
    for (const couponCode of ['SWAPPED', 'UNKNOWN']) {
      const swapped = await startWith(visitor, theirs, couponCode)
      expect([swapped.status, swapped.message]).toEqual([404, newMembersOnly])
    }
    // It is still the signup it was, and paid as such.
    await payWith(visitor, club, clientSecret!, cards.good)
    const { body } = await visitor.call(api.subscriptions.createUser, { body: {} })
    expect(body).toMatchObject({ user: { email: 'nobody-yet@club.example' } })
  })

  it('follows the address of a signup that is corrected [SUB-5, T-ID-08]', async () => {
    await newCode('CORRECTED', 25)
    const visitor = club.visitor()
    const first = await startWith(visitor, 'kim@clubb.example', 'CORRECTED')
    const second = await startWith(visitor, 'kim@club.example', 'CORRECTED')
    expect(second.body.subscriptionId).toBe(first.body.subscriptionId)
    expect((await startWith(club.visitor(), 'kim+2@club.example', 'CORRECTED')).status).toBe(404)
    expect((await startWith(club.visitor(), 'kim@clubb.example', 'CORRECTED')).status).toBe(200)
  })

  it('works once for a mailbox, however its domain is written [SUB-5, T-ID-08]', async () => {
    await newCode('DOMAINS', 25)
    const statuses = []
    for (const email of ['jo@bücher.example', 'jo+2@xn--bcher-kva.example', 'jo@bücher.example'])
      statuses.push((await startWith(club.visitor(), email, 'DOMAINS')).status)
    expect(statuses).toEqual([200, 404, 404])
  })

  it('raises an alert when it is paid with a card that has used it [SUB-5]', async () => {
    await newCode('SHARED', 25)
    for (const _ of [1, 2]) await join(club, newApplicant({ couponCode: 'SHARED' }))
    const [first, second] = await rowsOf('SHARED')
    expect([first?.cardKey, second?.cardKey].filter(Boolean)).toHaveLength(1)
    const alerts = await club.services.db
      .select()
      .from(paymentAlerts)
      .where(eq(paymentAlerts.kind, 'promo-code-card'))
    expect(alerts.map(({ subject }) => subject)).toContain((first?.cardKey ? second : first)?.id)
  })

  it('made at Stripe is adopted and counted for the staff [SUB-5, PROMO-2]', async () => {
    const { body } = await club.people.admin.call(api.promoCodes.list)
    expect(body.codes.find(({ code }) => code === 'OPEN')).toMatchObject({
      percentOff: 100,
      months: 1,
      oncePerPerson: false,
      newMembersOnly: false,
      redeemed: 2,
      reserved: 0,
      discountCents: 2 * 1299,
      paidCents: 0,
    })
  })

  it('stores no address and no card in plain text', async () => {
    const rows = await club.services.db.select().from(promoRedemptions)
    expect(rows.length).toBeGreaterThan(5)
    for (const { addressKey, cardKey } of rows)
      for (const key of [addressKey, cardKey ?? addressKey]) expect(key).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('an address', () => {
  it.each([
    ['Jo.Keeper+fan@GoogleMail.com', 'jokeeper@gmail.com'],
    ['jo.keeper+fan@club.example', 'jo.keeper@club.example'],
    ['+only@club.example', '+only@club.example'],
    ['...@gmail.com', '...@gmail.com'],
    ['jo+1@me.com', 'jo@icloud.com'],
    ['jo@mac.com', 'jo@icloud.com'],
    ['jo.kee-per_1+x@pm.me', 'jokeeper1@proton.me'],
    ['jokeeper1@protonmail.com', 'jokeeper1@proton.me'],
    ['jo.keeper@ya.ru', 'jo-keeper@yandex.ru'],
    ['jo-keeper@yandex.com', 'jo-keeper@yandex.ru'],
    ['.-_@pm.me', '.-_@proton.me'],
  ])('"%s" is read as "%s"', async (email, normalized) => {
    const { rows } = await club.services.db.execute(sql`select normalized_email(${email}) as address`)
    expect(rows).toEqual([{ address: normalized }])
  })

  it('of a suspended person cannot join in another spelling [T-ID-08]', async () => {
    const { id, email } = await newcomer('troublemaker@club.example')
    await club.services.db.update(people).set({ isBlocked: true }).where(eq(people.id, id))
    const refused = await club.visitor().call(api.subscriptions.createIntent, {
      body: newApplicant({ email: email.replace('@', '+again@') }),
    })
    expect([refused.status, refused.message]).toEqual([
      409,
      'An account with this mailbox already exists. Please sign in with its address, or contact support.',
    ])
  })
})

const plain = {
  campaign: '',
  percentOff: 25,
  amountOffCents: null,
  months: 1,
  maxUses: null,
  expiresAt: null,
  oncePerPerson: true,
  oncePerCard: true,
  newMembersOnly: true,
  cardRequired: true,
}
const make = (changes: Partial<NewPromoCode> & { code: string }) =>
  club.people.admin.call(api.promoCodes.create, { body: { ...plain, ...changes } })
const priceWith = async (couponCode: string) => {
  const { status, body, message } = await club
    .visitor()
    .call(api.subscriptions.validateCoupon, { body: { couponCode } })
  return status === 200 ? body.finalPrice : message
}
const listed = async (wanted: string) =>
  (await club.people.admin.call(api.promoCodes.list)).body.codes.find(({ code }) => code === wanted)

const saidOf = async (changes: Partial<NewPromoCode> & { code: string }) => {
  const { status, message } = await make(changes)
  return `${status} ${message}`
}

describe('a promo code made in the product', () => {
  it('lets exactly its limit in when fifty start at once [PROMO-2]', async () => {
    expect((await make({ code: 'five-seats', maxUses: 5 })).status).toBe(201)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        club.visitor().call(api.subscriptions.createIntent, {
          body: newApplicant({ couponCode: 'FIVE-SEATS' }),
        }),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(answers.length - refused.length).toBe(5)
    expect(new Set(refused.map(({ status, message }) => `${status} ${message}`))).toEqual(
      new Set(['404 This promo code has been used up.']),
    )
    expect(await listed('FIVE-SEATS')).toMatchObject({ state: 'active', redeemed: 0, reserved: 5 })
  })

  it('frees the use of a start that is not finished, and is used up once paid [PROMO-2]', async () => {
    await make({ code: 'ONE-SEAT', maxUses: 1 })
    const visitor = club.visitor()
    const applicant = newApplicant({ couponCode: 'ONE-SEAT' })
    await signUp(visitor, applicant)
    expect((await startWith(club.visitor(), 'late@club.example', 'ONE-SEAT')).status).toBe(404)
    await signUp(visitor, { ...applicant, couponCode: null })
    await join(club, newApplicant({ couponCode: 'ONE-SEAT' }))
    expect(await listed('ONE-SEAT')).toMatchObject({ state: 'used_up', redeemed: 1, reserved: 0 })
    expect(await priceWith('ONE-SEAT')).toBe('This promo code has been used up.')
  })

  it('counts who used it, the money given away and the money paid [PROMO-2]', async () => {
    await make({ code: 'HALF-PRICE', campaign: 'Podcast', percentOff: 50, months: null })
    const { user } = await join(club, newApplicant({ couponCode: 'HALF-PRICE' }))
    await quiet(club)
    const counts = { redeemed: 1, discountCents: 650, paidCents: 649 }
    expect(await listed('HALF-PRICE')).toMatchObject({ campaign: 'Podcast', ...counts })
    const { body } = await club.people.admin.call(api.promoCodes.uses, {
      params: { code: 'HALF-PRICE' },
      query: {},
    })
    expect(body).toMatchObject({
      uses: [
        { person: { id: user.id, email: user.email }, isMember: true, discountCents: 650, paidCents: 649 },
      ],
      hasMore: false,
    })
  })

  it('may allow another use with another card, or none with the same one [PROMO-2]', async () => {
    await make({ code: 'ANY-CARD', percentOff: 100, oncePerCard: false })
    for (const _ of [1, 2])
      expect((await subscribeWithCard((await newcomer()).caller, club, 'ANY-CARD')).body).toMatchObject({
        status: 'active',
      })
  })

  it('ends at its date, or when an admin ends it, for starts under way too [PROMO-2]', async () => {
    const expiresAt = new Date(club.clock.now().getTime() + 3_600_000).toISOString()
    await make({ code: 'BY-NOON', expiresAt })
    await make({ code: 'WITHDRAWN' })
    expect([await priceWith('BY-NOON'), await priceWith('WITHDRAWN')]).toEqual([9.74, 9.74])
    club.clock.advance(3_600_000)
    expect(await priceWith('BY-NOON')).toBe('This promo code has expired.')
    const end = () => club.people.admin.call(api.promoCodes.end, { params: { code: 'WITHDRAWN' } })
    expect([(await end()).status, (await end()).status]).toEqual([204, 204])
    expect(await priceWith('WITHDRAWN')).toBe('This promo code is no longer valid.')
    expect(await listed('WITHDRAWN')).toMatchObject({ state: 'ended' })
    const log = await club.people.admin.call(api.audit.log, { query: { action: 'promo_code_ended' } })
    expect(log.body.entries.map(({ subject }) => subject)).toEqual(['WITHDRAWN'])
  })

  it('can be made anew with other terms when the key was not permitted to make it [PROMO-2]', async () => {
    const refusal = { error: { type: 'invalid_request_error', message: 'Not permitted.' } }
    const restricted = onLine(club, (request, send) =>
      request.method === 'POST' && request.url.endsWith('/v1/promotion_codes')
        ? Promise.resolve(Response.json(refusal, { status: 403 }))
        : send(request),
    )
    const wanted = { ...plain, code: 'SECOND-TRY', percentOff: 25, amountOffCents: null }
    await expect(createPromoCode(restricted, club.people.admin.id, wanted)).rejects.toThrow(
      'may not create promo codes',
    )
    expect(await listed('SECOND-TRY')).toBeUndefined()
    expect((await make({ code: 'SECOND-TRY', percentOff: 50, amountOffCents: null })).status).toBe(201)
    expect(await priceWith('SECOND-TRY')).toBe(6.49)
  })

  it('is refused with a sentence when it makes no sense [PROMO-2]', async () => {
    expect(await saidOf({ code: 'welcome25' })).toBe(
      '409 This code exists already. Please choose another one.',
    )
    expect(await saidOf({ code: 'a b' })).toBe('400 Use 3 to 40 letters, digits and dashes.')
    expect(await saidOf({ code: 'BOTH', amountOffCents: 100 })).toBe(
      '400 Enter either a percentage or an amount.',
    )
    expect(await saidOf({ code: 'TOOMUCH', percentOff: null, amountOffCents: 1300 })).toBe(
      '400 A month costs $12.99: the discount cannot be more.',
    )
    expect(await saidOf({ code: 'PAST', expiresAt: '2020-01-01T00:00:00Z' })).toBe('400 This date is over.')
    expect(await saidOf({ code: 'ZERO', maxUses: 0 })).toBe('400 The limit must be a whole number from 1.')
  })
})
