import { expect, it } from 'vitest'
import { openClub } from '#testing/club.ts'
import { addFans } from '#testing/fans.ts'
import { actAtOnce, crowd, signedIn } from '../at-once.ts'
import { progressReporter, report, numberFromEnv } from '#testing/test-report.ts'

const seed = numberFromEnv('FAULTS_SEED', 2301)
const rounds = 100

it(`keeps concurrent acts of eight people serializable, ${rounds} times (seed ${seed}) [R-23]`, async () => {
  const startedAt = performance.now()
  const club = await openClub()
  try {
    const fans = await signedIn(club, await addFans(club, crowd * rounds))
    const tell = progressReporter()
    for (let round = 0; round < rounds; round += 1) {
      tell(`${round} of ${rounds} crowds`)
      expect(await actAtOnce(club, fans.splice(0, crowd), seed + round)).toEqual([])
    }
  } finally {
    await club.close()
  }
  report('R-23', `${rounds} crowds of ${crowd} around one post: nothing impossible`, { startedAt, seed })
})
