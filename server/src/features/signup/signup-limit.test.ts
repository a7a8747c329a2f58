import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { newApplicant } from '#testing/joining.ts'
import { startSignup } from './start-signup.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

it('counts signups of an address per network, so that others cannot exhaust them', async () => {
  const applicant = newApplicant()
  const beginAt = (ip: string) => startSignup(club.services, applicant, null, { ip })
  for (let number = 1; number <= 10; number += 1) await beginAt('198.51.100.7')
  await expect(beginAt('198.51.100.7')).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
  await expect(beginAt('203.0.113.9')).resolves.toMatchObject({ clientSecret: expect.any(String) })
  await expect(
    startSignup(club.services, newApplicant(), null, { ip: '198.51.100.7' }),
  ).resolves.toMatchObject({ clientSecret: expect.any(String) })
  club.clock.advance(60 * 60 * 1000 + 1)
  await expect(beginAt('198.51.100.7')).resolves.toMatchObject({ clientSecret: expect.any(String) })
})
