import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signupCookie } from '#http/cookies.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { type Applicant, cards, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** Signs up and pays, and closes the tab; the event of the provider makes the account. */
async function paidAndMade(changes: Partial<Applicant> = {}) {
  const visitor = club.visitor()
  const applicant = newApplicant(changes)
  const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
  await payWith(visitor, club, clientSecret!, cards.good)
  const stateOf = async () => {
    const ofThis = eq(pendingSignups.subscriptionId, subscriptionId)
    return (await club.services.db.select().from(pendingSignups).where(ofThis))[0]?.state
  }
  await expect.poll(stateOf).toBe('completed')
  return { visitor, applicant }
}

describe('a paid signup without a password', () => {
  it('refuses a common password and accepts a good one afterwards [T-AU-16]', async () => {
    const { visitor, applicant } = await paidAndMade({ password: undefined })
    const choose = (password: string) =>
      visitor.call(api.subscriptions.createIntent, { body: { ...applicant, password } })
    const weak = await choose('password')
    expect([weak.status, weak.body]).toMatchObject([400, { fields: { password: expect.any(String) } }])
    const signIn = (password: string) =>
      club.visitor().call(api.accounts.login, { body: { email: applicant.email, password } })
    expect((await signIn('password')).status).toBe(401)
    expect((await choose('a long way from goal')).status).toBe(200)
    expect((await signIn('a long way from goal')).status).toBe(200)
  })
})

/** Whether this browser comes in with nothing but what it has. */
const opens = async (visitor: Caller) => {
  await visitor.call(api.subscriptions.createUser, { body: {} })
  return (await visitor.call(api.accounts.signedInUser)).status === 200
}

/** A signed-up browser, a copy of its signup cookie, and a sign-in. */
async function signedUp() {
  const { visitor, applicant } = await paidAndMade()
  const body = { email: applicant.email, password: applicant.password! }
  const copy = club.visitor()
  copy.cookies.set(signupCookie, visitor.cookies.get(signupCookie)!)
  return { visitor, copy, signIn: (caller: Caller) => caller.call(api.accounts.login, { body }) }
}

describe('the signup cookie', () => {
  it('is revoked by signing out, along with every copy [T-AU-10]', async () => {
    const { visitor, copy, signIn } = await signedUp()
    expect((await signIn(visitor)).status).toBe(200)
    expect((await visitor.call(api.accounts.logout)).status).toBe(200)
    expect([...visitor.cookies.keys()]).not.toContain(signupCookie)
    expect(await opens(visitor)).toBe(false)
    expect(await opens(copy)).toBe(false)
  })

  it('is revoked by signing out all other browsers [SET-7, T-AU-11]', async () => {
    const { copy, signIn } = await signedUp()
    const home = club.visitor()
    expect((await signIn(home)).status).toBe(200)
    expect((await home.call(api.accounts.endOtherSessions)).status).toBe(204)
    expect(await opens(copy)).toBe(false)
    expect((await home.call(api.accounts.signedInUser)).status).toBe(200)
  })
})
