import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import {
  cards,
  newApplicant,
  payWith,
  payWithCashApp,
  choosePaymentOutcome,
  signUp,
} from '#testing/joining.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
beforeEach(() => webhooks().pause())
afterAll(() => club.close())

const webhooks = () => club.services.payments.sandbox!.control.webhooks

const signIn = (email: string, password: string) =>
  club.visitor().call(api.accounts.login, { body: { email, password } })

it('signs in a person who paid before any event arrives [fault 2]', async () => {
  const { email, password = '', ...applicant } = newApplicant()
  const visitor = club.visitor()
  const { clientSecret } = await signUp(visitor, { ...applicant, email, password })
  await payWith(visitor, club, clientSecret!, cards.good)
  const wrong = await signIn(email, 'another password')
  expect([wrong.status, wrong.message]).toEqual([401, 'Invalid email or password'])
  const answer = await signIn(email, password)
  expect(answer.body).toMatchObject({ user: { email, hasAccess: true } })
})

it('returns 402 while the payment is missing', async () => {
  const { email, password = '', ...applicant } = newApplicant()
  await signUp(club.visitor(), { ...applicant, email, password })
  const answer = await signIn(email, password)
  expect([answer.status, answer.message]).toEqual([
    402,
    'Your membership is not paid yet. Please finish your signup.',
  ])
})

it('returns 409 while the payment is being verified', async () => {
  const { email, password = '', ...applicant } = newApplicant()
  const visitor = club.visitor()
  const { clientSecret } = await signUp(visitor, { ...applicant, email, password })
  const confirmed = await payWithCashApp(visitor, club, clientSecret!)
  await choosePaymentOutcome(visitor, club, confirmed, 'slowly')
  const answer = await signIn(email, password)
  expect([answer.status, answer.message]).toEqual([
    409,
    'Your payment is being verified. We will email you as soon as you can sign in.',
  ])
})
