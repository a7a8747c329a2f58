import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { sumsOf, unharmed } from './add-up.ts'
import { jobsAtRest } from './jobs-at-rest.ts'
import { stormOfTips } from './tip-storm.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

it('loses no tip and charges none twice when a fifth of the provider’s answers goes wrong [fault 9, 11, 13, 15]', async () => {
  const { keys, met } = await stormOfTips(club, {
    tips: 150,
    members: 50,
    together: 50,
    share: 0.2,
    seed: 150,
  })
  await club.services.payments.sandbox!.control.webhooks.drained()
  await jobsAtRest(club.services.db)
  expect(keys).toHaveLength(150)
  expect(Object.keys(met)).toHaveLength(8)
  expect(await sumsOf({ db: club.services.db, stripe: club.services.payments.stripe })).toEqual(unharmed(150))
}, 300_000)
