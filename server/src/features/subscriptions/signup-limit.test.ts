import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { newApplicant } from '#testing/joining.ts'
import { startSignup } from './start-signup.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

it('begins ten signups an hour with one e-mail address, however many browsers and networks ask', async () => {
  const applicant = newApplicant()
  const begin = () => startSignup(club.services, applicant, null)
  for (let number = 1; number <= 10; number += 1) await begin()
  await expect(begin()).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
  await expect(startSignup(club.services, newApplicant(), null)).resolves.toMatchObject({
    clientSecret: expect.any(String),
  })
  club.clock.advance(60 * 60 * 1000 + 1)
  await expect(begin()).resolves.toMatchObject({ clientSecret: expect.any(String) })
})
