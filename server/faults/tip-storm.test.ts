import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPerson } from '#features/people/create-person.ts'
import { type Club, openEmptyClub } from '#testing/club.ts'
import { brokenEquations, stormTotals, unharmed } from './storm-totals.ts'
import { jobsAtRest } from './jobs-at-rest.ts'
import { report, numberFromEnv } from '#testing/test-report.ts'
import { stormOfTips } from './tip-storm.ts'

let club: Omit<Club, 'people'>
beforeAll(async () => {
  club = await openEmptyClub()
  const creator = { email: 'creator@club.example', role: 'creator', isMainInfluencer: true } as const
  await createPerson(club.services.db, { ...creator, createdAt: club.clock.now() })
})
afterAll(() => club.close())

const seed = numberFromEnv('FAULTS_SEED', 150)

it(`charges every tip once when a fifth of the provider’s responses fail (seed ${seed}) [fault 9, 11, 13, 15, R-08]`, async () => {
  const startedAt = performance.now()
  const { keys, met } = await stormOfTips(club, {
    tips: 150,
    members: 50,
    together: 24,
    share: 0.2,
    seed,
  })
  await club.services.payments.sandbox!.control.webhooks.drained()
  await jobsAtRest(club.services.db)
  expect(keys).toHaveLength(150)
  expect(Object.keys(met)).toHaveLength(8)
  expect(await stormTotals({ db: club.services.db, stripe: club.services.payments.stripe })).toEqual(
    unharmed(150),
  )
  expect(await brokenEquations(club.services)).toEqual([])
  const faults = Object.values(met).reduce((sum, count) => sum + count, 0)
  report('R-08', `${keys.length} tips through ${faults} faults: 0 lost, 0 charged twice`, { startedAt, seed })
})
