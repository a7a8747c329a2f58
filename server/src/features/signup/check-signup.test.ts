import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#limits/limits.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cards, join, newApplicant, payWith, signUp } from '#testing/joining.ts'
import { completeSignup } from './complete-signup.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const check = (visitor: Caller, email: string, password = 'offside-trap') =>
  visitor.call(api.subscriptions.checkSignup, { body: { email, password } })

it('refuses a known address and a weak password at their fields [SIGN-3]', async () => {
  const visitor = club.visitor()
  const { email } = newApplicant()
  const known = await join(club)
  expect(await check(visitor, email)).toMatchObject({ status: 204 })
  const weak = 'This password is one of the first anybody would guess. Please choose another.'
  expect(await check(visitor, email, 'secret1')).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', fields: { password: weak } },
  })
  const taken = 'An account with this email already exists. Please sign in.'
  expect(await check(visitor, known.user.email)).toMatchObject({
    status: 409,
    body: { code: 'email_taken', message: taken, fields: { email: taken } },
  })
})

it('allows only the browser that just paid to reuse its address [SIGN-3, PAY-9]', async () => {
  const visitor = club.visitor()
  const applicant = newApplicant()
  const { clientSecret, subscriptionId } = await signUp(visitor, applicant)
  await payWith(visitor, club, clientSecret ?? '', cards.good)
  const [signup] = await club.services.db
    .select({ id: pendingSignups.id })
    .from(pendingSignups)
    .where(eq(pendingSignups.subscriptionId, subscriptionId))
  expect(await completeSignup(club.services, signup!.id)).toMatchObject({ outcome: 'completed' })
  expect(await check(visitor, applicant.email)).toMatchObject({ status: 204 })
  expect(await check(club.visitor(), applicant.email)).toMatchObject({ status: 409 })
})

it('counts only refused forms against an address [SIGN-3]', async () => {
  const visitor = club.visitor()
  const known = await join(club)
  for (let form = 0; form < limits.checkSignup.countsRefused * 2; form += 1)
    expect((await check(visitor, newApplicant().email)).status).toBe(204)
  const statuses: number[] = []
  for (let form = 0; form <= limits.checkSignup.countsRefused; form += 1)
    statuses.push((await check(visitor, known.user.email)).status)
  expect(statuses.at(-1)).toBe(429)
})
