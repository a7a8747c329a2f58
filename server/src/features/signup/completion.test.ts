import { api } from '@touchline/contract/api.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { signupCookie } from '#http/cookies.ts'
import { limits } from '#limits/limits.ts'
import { appCode } from '#testing/app-code.ts'
import { newCaller } from '#testing/caller.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { reconcile } from '#testing/reconcile.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub({ TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => club.close())

const minuteMs = 60_000
const webhooks = () => club.services.payments.sandbox!.control.webhooks

const personWith = async (email: string) => {
  const [found] = await club.services.db.select().from(people).where(eq(people.email, email))
  return found ?? null
}
const stateOf = async (subscriptionId: string) => {
  const [found] = await club.services.db
    .select()
    .from(pendingSignups)
    .where(eq(pendingSignups.subscriptionId, subscriptionId))
  return found?.state
}

/** Signs up and pays, and closes the tab. */
async function payAndLeave(changes: Parameters<typeof newApplicant>[0] = {}) {
  const visitor = club.visitor()
  const applicant = newApplicant(changes)
  const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
  await payWith(visitor, club, clientSecret!, cards.good)
  return { visitor, applicant, subscriptionId }
}

/** A member who is signed in, and the cookie their signup had. */
async function joined() {
  const { visitor, applicant, subscriptionId } = await payAndLeave()
  const signupToken = visitor.cookies.get(signupCookie)!
  const made = await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
  expect(made.status).toBeLessThan(202)
  return { visitor, applicant, claim: { subscriptionId }, signupToken }
}

describe('a tab closed after paying', () => {
  it('gets its account from the event, and the same one on return [fault 5, PAY-10]', async () => {
    const { visitor, applicant, subscriptionId } = await payAndLeave()
    await expect.poll(() => stateOf(subscriptionId)).toBe('completed')
    const login = await club.visitor().call(api.accounts.login, {
      body: { email: applicant.email, password: applicant.password! },
    })
    expect([login.status, login.body]).toMatchObject([200, { user: { hasAccess: true } }])
    const late = await visitor.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect([late.status, late.body]).toMatchObject([200, { user: { email: applicant.email } }])
    const again = await club.visitor().call(api.subscriptions.createIntent, { body: applicant })
    expect([again.status, again.message]).toEqual([
      409,
      'An account with this email already exists. Please sign in.',
    ])
    await expect.poll(() => emailsTo(club, applicant.email)).toHaveLength(1)
  })

  it('gets its account from the reconciler when no event arrives [fault 4, PAY-10] [R-09]', async () => {
    webhooks().pause()
    const { applicant, subscriptionId } = await payAndLeave()
    club.clock.advance(2 * minuteMs)
    await reconcile(club.services)
    webhooks().resume()
    expect(await stateOf(subscriptionId)).toBe('completed')
    const login = await club.visitor().call(api.accounts.login, {
      body: { email: applicant.email, password: applicant.password! },
    })
    expect([login.status, login.body]).toMatchObject([200, { user: { hasAccess: true } }])
    const person = await personWith(applicant.email)
    const [membership] = await club.services.db
      .select()
      .from(memberships)
      .where(eq(memberships.personId, person!.id))
    expect(membership).toMatchObject({ subscriptionId, isCurrent: true, status: 'active' })
    await expect
      .poll(() =>
        club.services.db.select().from(ledgerJournals).where(eq(ledgerJournals.sourceId, membership!.id)),
      )
      .toMatchObject([{ kind: 'subscription', personId: person!.id }])
  })

  it('emails a link to finish a signup without a password, with no second payment [PAY-10]', async () => {
    const { applicant, subscriptionId } = await payAndLeave({ password: undefined })
    await expect.poll(() => stateOf(subscriptionId)).toBe('completed')
    await expect.poll(() => emailsTo(club, applicant.email)).toHaveLength(1)
    const [mail] = await emailsTo(club, applicant.email)
    const kept = await club.services.db.execute(sql`select data from jobs.job`)
    const link = /\/finish-signup#([\w-]+)/.exec(mail!)
    expect(JSON.stringify(kept.rows)).not.toContain(link![1])
    const device = club.visitor()
    const oldLink = await device.fetch(`/api/finish-signup?token=${link![1]}`)
    expect(oldLink.headers.get('location')).toBe(`/finish-signup#${link![1]}`)
    expect(device.cookies.size).toBe(0)
    const token = link![1]!
    expect((await device.call(api.subscriptions.finishSignup, { body: { token } })).status).toBe(204)
    const again = await signUp(device, { ...applicant, password: 'added-time' })
    expect(again).toEqual({ clientSecret: null, subscriptionId, alreadyPaid: true })
    const made = await device.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect(made.status).toBe(201)
    const login = await club.visitor().call(api.accounts.login, {
      body: { email: applicant.email, password: 'added-time' },
    })
    expect(login.status).toBe(200)
    const stale = club.visitor()
    expect((await stale.call(api.subscriptions.finishSignup, { body: { token } })).status).toBe(400)
    expect(stale.cookies.size).toBe(0)
  })

  it('expires an unpaid signup after a day and deletes its password [PAY-10]', async () => {
    const visitor = club.visitor()
    const { subscriptionId } = await signUp(visitor, newApplicant())
    club.clock.advance(25 * 60 * minuteMs)
    await reconcile(club.services)
    const [signup] = await club.services.db
      .select()
      .from(pendingSignups)
      .where(eq(pendingSignups.subscriptionId, subscriptionId))
    expect(signup).toMatchObject({ state: 'expired', passwordHash: null })
    const { status } = await club.services.payments.stripe.subscriptions.retrieve(subscriptionId)
    expect(['canceled', 'incomplete_expired']).toContain(status)
  })
})

describe('two people with one address', () => {
  it('creates one account and refunds the second payment [fault 20, PAY-9]', async () => {
    const [first, second] = [club.visitor(), club.visitor()]
    const applicant = newApplicant()
    webhooks().pause()
    const one = await signUp(first, applicant)
    const other = await signUp(second, { ...applicant, password: 'another-one' })
    await payWith(first, club, one.clientSecret!, cards.good)
    await payWith(second, club, other.clientSecret!, cards.good)
    const won = await first.call(api.subscriptions.createUser, { body: one })
    const lost = await second.call(api.subscriptions.createUser, { body: other })
    webhooks().resume()
    expect([won.status, lost.status]).toEqual([201, 409])
    expect(second.cookies.has('touchline_session')).toBe(false)
    const { stripe } = club.services.payments
    await expect
      .poll(async () => (await stripe.subscriptions.retrieve(other.subscriptionId)).status)
      .toBe('canceled')
    const [id] = other.clientSecret!.split('_secret_')
    await expect
      .poll(async () => (await stripe.refunds.list({ payment_intent: id! })).data.map(({ amount }) => amount))
      .toEqual([1299])
    await expect.poll(async () => (await emailsTo(club, applicant.email)).length).toBe(2)
    expect((await stripe.subscriptions.retrieve(one.subscriptionId)).status).toBe('active')
  })
})

describe('a claim after paying', () => {
  it('opens nothing for unpaid, unknown or foreign payments [fault 24, DONE-4, T-ID-05, T-ID-07]', async () => {
    const unpaid = club.visitor()
    const mine = await signUp(unpaid, newApplicant())
    const member = await join(club)
    const claims: [Parameters<typeof unpaid.call>[1], number][] = [
      [{ body: mine }, 402],
      [{ body: { subscriptionId: 'sub_guessed' } }, 404],
      [{ body: { paymentIntentId: 'pi_guessed' } }, 404],
      [{ body: { subscriptionId: member.subscriptionId } }, 404],
      [{ body: { subscriptionId: member.subscriptionId, password: 'offside-trap-' } }, 404],
      [{ body: { subscriptionId: mine.subscriptionId, paymentIntentId: 'pi_someone_elses' } }, 404],
      [{ body: { email: member.user.email } }, 402],
    ]
    for (const [claim, status] of claims) {
      const answer = await unpaid.call(api.subscriptions.createUser, claim)
      expect([claim, answer.status]).toEqual([claim, status])
      expect(unpaid.cookies.has('touchline_session')).toBe(false)
    }
    expect((await club.visitor().call(api.subscriptions.createUser, { body: {} })).status).toBe(404)
  })

  it('is rate limited after a hundred guesses [fault 24]', async () => {
    const guesser = club.visitor()
    const guess = () =>
      guesser.call(api.subscriptions.createUser, {
        body: { subscriptionId: 'sub_guessed' },
        headers: { 'x-forwarded-for': '203.0.113.24' },
      })
    const most = limits.finishSignup.countsRefused
    const answers = await Promise.all(Array.from({ length: most + 1 }, guess))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(most)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(guesser.cookies.size).toBe(0)
  })

  it('needs the password: bare ids open nothing [DONE-4, T-ID-05]', async () => {
    const { user, subscriptionId } = await join(club)
    const elsewhere = club.visitor()
    const bare = await elsewhere.call(api.subscriptions.createUser, { body: { subscriptionId } })
    expect([bare.status, bare.body]).toEqual([
      200,
      { message: 'Your account is ready. Please sign in.', accountReady: true },
    ])
    expect(elsewhere.cookies.size).toBe(0)
    const known = await elsewhere.call(api.subscriptions.createUser, {
      body: { subscriptionId, password: 'offside-trap' },
    })
    expect([known.status, known.body]).toMatchObject([200, { user: { id: user.id } }])
  })
})

const proven = (email: string) =>
  club.services.db.update(people).set({ emailProvenAt: club.clock.now() }).where(eq(people.email, email))

describe('the account of a finished signup', () => {
  const ready = { message: 'Your account is ready. Please sign in.', accountReady: true }
  it('leaves another signed-in person signed in [T-AD-01]', async () => {
    const { visitor, applicant, claim } = await joined()
    await proven(applicant.email)
    club.clock.advance(11 * minuteMs)
    const before = [...visitor.cookies]
    const again = await visitor.call(api.subscriptions.createUser, { body: claim })
    expect([again.status, again.body]).toMatchObject([200, { user: { email: applicant.email } }])
    expect([...visitor.cookies]).toEqual(before)
    expect(await visitor.call(api.twoFactor.setUp)).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
  })

  it('requires the second step despite password or signup cookie [T-AU-08]', async () => {
    const { visitor, applicant, claim, signupToken } = await joined()
    await proven(applicant.email)
    const { secret } = (await visitor.call(api.twoFactor.setUp)).body
    expect((await visitor.call(api.twoFactor.enable, { body: { code: appCode(secret) } })).status).toBe(200)
    const elsewhere = club.visitor()
    const body = { ...claim, password: applicant.password! }
    const byPassword = await elsewhere.call(api.subscriptions.createUser, { body })
    elsewhere.cookies.set(signupCookie, signupToken)
    const byCookie = await elsewhere.call(api.subscriptions.createUser, { body: claim })
    expect([byPassword.body, byCookie.body]).toEqual([ready, ready])
    expect((await elsewhere.call(api.accounts.signedInUser)).status).toBe(401)
  })

  it('counts wrong passwords as sign-in does [T-AU-04]', async () => {
    const { applicant, claim } = await joined()
    const guess = (index: number) =>
      newCaller(() => club.url, { from: `203.0.113.${index + 100}` }).call(api.subscriptions.createUser, {
        body: { ...claim, password: `guess ${index}` },
      })
    const statuses: number[] = []
    for (let index = 0; index <= limits.loginOfAccount.max; index += 1)
      statuses.push((await guess(index)).status)
    expect(statuses).toEqual([...Array.from({ length: limits.loginOfAccount.max }, () => 404), 429])
    const login = await club.visitor().call(api.accounts.login, {
      body: { email: applicant.email, password: applicant.password! },
    })
    expect(login.status).toBe(429)
  })

  it('rejects the signup cookie after a password change [T-AU-12]', async () => {
    const { visitor, applicant, claim, signupToken } = await joined()
    const newPassword = 'a penalty at last'
    const changed = await visitor.call(api.accounts.changePassword, {
      body: { currentPassword: applicant.password!, newPassword, confirmPassword: newPassword },
    })
    expect(changed.status).toBe(200)
    const thief = club.visitor()
    thief.cookies.set(signupCookie, signupToken)
    const opened = await thief.call(api.subscriptions.createUser, { body: claim })
    expect([opened.status, opened.body]).toEqual([200, ready])
    expect((await thief.call(api.accounts.signedInUser)).status).toBe(401)
  })
})
