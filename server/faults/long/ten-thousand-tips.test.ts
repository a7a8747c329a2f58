import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPerson } from '#features/people/create-person.ts'
import { type Club, openEmptyClub } from '#testing/club.ts'
import { brokenEquations, stormTotals, unharmed } from '../storm-totals.ts'
import { jobsAtRest } from '../jobs-at-rest.ts'
import { report, numberFromEnv } from '#testing/test-report.ts'
import { stormOfTips } from '../tip-storm.ts'

let club: Omit<Club, 'people'>
beforeAll(async () => {
  club = await openEmptyClub()
  const creator = { email: 'creator@club.example', role: 'creator', isMainInfluencer: true } as const
  await createPerson(club.services.db, { ...creator, createdAt: club.clock.now() })
})
afterAll(() => club.close())

const seed = numberFromEnv('FAULTS_SEED', 20_261_121)
const tips = numberFromEnv('FAULTS_TIPS', 10_000)

it(`charges each of ${tips} tips once when a fifth of the provider’s responses fail (seed ${seed}) [fault 9, 11, 13, 15, R-08]`, async () => {
  const startedAt = performance.now()
  const { met } = await stormOfTips(club, { tips, members: 400, together: 24, share: 0.2, seed })
  await club.services.payments.sandbox!.control.webhooks.drained()
  await jobsAtRest(club.services.db)
  expect(await stormTotals({ db: club.services.db, stripe: club.services.payments.stripe })).toEqual(
    unharmed(tips),
  )
  expect(await brokenEquations(club.services)).toEqual([])
  const faults = Object.values(met).reduce((sum, count) => sum + count, 0)
  report('R-08', `${tips} tips through ${faults} faults: 0 lost, 0 charged twice`, { startedAt, seed })
})
