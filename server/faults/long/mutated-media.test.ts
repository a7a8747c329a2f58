import { expect, it } from 'vitest'
import { hasFfmpeg } from '#testing/clips.ts'
import { workOnMutatedMedia } from '#testing/mutated-media.ts'
import { report, numberFromEnv } from '#testing/test-report.ts'

const seed = numberFromEnv('FAULTS_SEED', 2000)
const files = 2000

it.skipIf(!hasFfmpeg)(
  `outlives ${files} damaged pictures and films (seed ${seed}) [T-UP-09, R-22]`,
  async () => {
    const startedAt = performance.now()
    const asked = { pictures: files / 2, films: files / 2, seed, searchPath: process.env['PATH'] ?? '' }
    const { made, refused, crashes, surprises, left, longestMs } = await workOnMutatedMedia(asked)
    expect({ crashes, surprises, left }).toEqual({ crashes: [], surprises: [], left: [] })
    expect(made + refused).toBe(files)
    expect(longestMs).toBeLessThan(30_000)
    report(
      'R-22',
      `${files} damaged files: ${made} made ready, ${refused} refused, each within ${Math.ceil(longestMs / 1000)} s`,
      { startedAt, seed },
    )
  },
)
