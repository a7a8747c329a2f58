import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { exportPerson } from '#features/people/export.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'
import { deletePhoneNumbers } from './feature.ts'

let asking: Club
let silent: Club
beforeAll(async () => {
  asking = await openClub()
  silent = await openClub({ SIGNUP_PHONE: 'off' })
})
afterAll(() => Promise.all([asking.close(), silent.close()]))

const phone = '+1 555 010 9999'

/** Every place where a phone number could be. */
async function kept(club: Club, email: string) {
  const { db, payments } = club.services
  const [person] = await db.select().from(people).where(eq(people.email, email))
  const [signup] = await db.select().from(pendingSignups).where(eq(pendingSignups.email, email))
  const customer = await payments.stripe.customers.retrieve(person!.stripeCustomerId!)
  // Only the id is read.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const exported = await exportPerson(club.services, { id: person!.id } as never)
  return {
    person: person!.phoneNumber,
    signup: signup!.phoneNumber,
    provider: customer.deleted ? null : customer.phone,
    exported: exported.phoneNumber,
  }
}

it('saves the phone number if the site asks for one [SIGN-2]', async () => {
  expect((await asking.visitor().call(api.site.show)).body.features.asksPhone).toBe(true)
  const { user } = await join(asking)
  expect(await kept(asking, user.email)).toEqual({
    person: phone,
    signup: phone,
    provider: phone,
    exported: phone,
  })
})

it('requires a phone number if the site asks for one [SIGN-2]', async () => {
  const refused = await asking
    .visitor()
    .call(api.subscriptions.createIntent, { body: { ...newApplicant(), phoneNumber: undefined } })
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { code: 'invalid_input', fields: { phoneNumber: 'Phone number is required' } },
  ])
})

it.each([
  ['none is sent', undefined],
  ['one is sent', phone],
])('keeps no phone number where the site does not ask, when %s [SIGN-2]', async (_when, phoneNumber) => {
  expect((await silent.visitor().call(api.site.show)).body.features.asksPhone).toBe(false)
  const { user } = await join(silent, { ...newApplicant(), phoneNumber })
  expect(await kept(silent, user.email)).toEqual({ person: null, signup: '', provider: null })
})

it('deletes earlier phone numbers once the site stops asking [SIGN-2]', async () => {
  for (const [club, left] of [
    [asking, phone],
    [silent, null],
  ] as const) {
    const { user } = await join(club)
    const { db } = club.services
    await db.update(people).set({ phoneNumber: phone }).where(eq(people.email, user.email))
    await db.update(pendingSignups).set({ phoneNumber: phone }).where(eq(pendingSignups.email, user.email))
    await deletePhoneNumbers(club.services)
    expect(await kept(club, user.email)).toMatchObject({ person: left, signup: left ?? '' })
  }
})
