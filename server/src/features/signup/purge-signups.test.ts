import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant, signUp } from '#testing/joining.ts'
import { purgeSignups } from './purge-signups.ts'
import { reconcile } from '#testing/reconcile.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const dayMs = 24 * 60 * 60 * 1000
const blank = { firstName: '', lastName: '', phoneNumber: '', passwordHash: null }

async function signupOf(subscriptionId: string) {
  const [signup] = await club.services.db
    .select()
    .from(pendingSignups)
    .where(eq(pendingSignups.subscriptionId, subscriptionId))
  return signup!
}

/** An expired signup that was never paid. */
async function endedSignup() {
  const applicant = newApplicant()
  const { subscriptionId } = await signUp(club.visitor(), applicant)
  club.clock.advance(dayMs + 1000)
  await club.services.payments.sandbox!.control.runDue()
  await reconcile(club.services)
  const signup = await signupOf(subscriptionId)
  expect(signup).toMatchObject({ state: 'expired', email: applicant.email })
  return { applicant, subscriptionId, customerId: signup.customerId! }
}

const customer = async (id: string) => await club.services.payments.stripe.customers.retrieve(id)

describe('an expired signup', () => {
  it('is purged after a month here and at Stripe, except for its ids [PAY-10]', async () => {
    const { applicant, subscriptionId, customerId } = await endedSignup()
    club.clock.advance(29 * dayMs)
    await purgeSignups(club.services)
    expect(await signupOf(subscriptionId)).toMatchObject({ email: applicant.email })
    club.clock.advance(2 * dayMs)
    await purgeSignups(club.services)
    const left = await signupOf(subscriptionId)
    expect(left).toMatchObject({ ...blank, state: 'expired', customerId, email: `${left.id}@erased.invalid` })
    expect((await customer(customerId)).deleted).toBe(true)
    await purgeSignups(club.services)
    expect(await signupOf(subscriptionId)).toEqual(left)
  })

  it('keeps a customer that belongs to a person by then [PAY-10]', async () => {
    const { subscriptionId, customerId } = await endedSignup()
    const { newcomer } = club.people
    await club.services.db
      .update(people)
      .set({ stripeCustomerId: customerId })
      .where(eq(people.id, newcomer.id))
    club.clock.advance(31 * dayMs)
    await purgeSignups(club.services)
    expect(await signupOf(subscriptionId)).toMatchObject(blank)
    expect((await customer(customerId)).deleted).toBeUndefined()
  })

  it('is retried until Stripe is available', async () => {
    const { applicant, subscriptionId } = await endedSignup()
    club.clock.advance(31 * dayMs)
    club.services.payments.sandbox!.control.failNext({
      path: '/v1/customers/',
      when: 'before',
      how: 500,
      times: 3,
    })
    await purgeSignups(club.services)
    expect(await signupOf(subscriptionId)).toMatchObject({ email: applicant.email })
    await purgeSignups(club.services)
    expect(await signupOf(subscriptionId)).toMatchObject(blank)
  })
})

it('purges neither open signups nor those that became an account', async () => {
  const member = await join(club)
  const open = newApplicant()
  const { subscriptionId } = await signUp(club.visitor(), open)
  club.clock.advance(31 * dayMs)
  await purgeSignups(club.services)
  expect(await signupOf(member.subscriptionId)).toMatchObject({ email: member.user.email })
  expect(await signupOf(subscriptionId)).toMatchObject({ email: open.email })
})
