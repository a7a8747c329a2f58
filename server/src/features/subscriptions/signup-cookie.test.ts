import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { type Applicant, cards, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { pendingSignups } from './schema.ts'

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
  await expect.poll(stateOf, { timeout: 15_000 }).toBe('completed')
  return { visitor, applicant }
}

describe('a signup that was paid before its account had a password', () => {
  it('takes none that everybody tries first, and a good one afterwards [T-AU-16]', async () => {
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
