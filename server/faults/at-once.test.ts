import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { addFans } from '#testing/fans.ts'
import { actAtOnce, crowd, signedIn } from './at-once.ts'
import { report, numberFromEnv } from '#testing/test-report.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const seed = numberFromEnv('FAULTS_SEED', 23)
const rounds = 6

it(`keeps eight people’s acts serializable during a removal or a block (seed ${seed}) [R-23]`, async () => {
  const startedAt = performance.now()
  const fans = await signedIn(club, await addFans(club, crowd * rounds))
  for (let round = 0; round < rounds; round += 1)
    expect(await actAtOnce(club, fans.splice(0, crowd), seed + round)).toEqual([])
  report('R-23', `${rounds} crowds of ${crowd} around one post: nothing impossible`, { startedAt, seed })
})
