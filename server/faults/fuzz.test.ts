import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { everyEndpoint } from '#testing/every-endpoint.ts'
import { fuzz } from './fuzz.ts'
import { report, numberFromEnv } from '#testing/test-report.ts'

let club: Club
beforeAll(async () => {
  club = await openClub({ TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => club.close())

const seed = numberFromEnv('FAULTS_SEED', 21)

it(`never answers arbitrary requests with a server error (seed ${seed}) [R-21]`, async () => {
  const startedAt = performance.now()
  const { faults, statuses, endpoints } = await fuzz(club, { requests: 400, together: 4, seed })
  expect(faults).toEqual([])
  expect(endpoints).toBe(everyEndpoint.length)
  // Enough requests must get past validation and access checks.
  expect(statuses[200]).toBeGreaterThan(50)
  expect((await club.visitor().fetch('/healthz')).status).toBe(200)
  report('R-21', `400 requests, ${statuses[200]} of them done with 200, none answered with 5xx`, {
    startedAt,
    seed,
  })
})
