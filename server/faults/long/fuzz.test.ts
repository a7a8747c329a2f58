import { expect, it } from 'vitest'
import { openClub } from '#testing/club.ts'
import { brokenEquations } from '../storm-totals.ts'
import { fuzz } from '../fuzz.ts'
import { progressReporter, report, numberFromEnv } from '#testing/test-report.ts'

const seed = numberFromEnv('FAULTS_SEED', 2101)
const requests = numberFromEnv('FAULTS_REQUESTS', 100_000)
/** Requests per club: after that most of its people are blocked or gone. */
const perClub = 5000
const tellsWhy = /"msg":"(unexpected error|database unavailable)"/

it(`answers none of ${requests} arbitrary requests with a server error (seed ${seed}) [R-21]`, async () => {
  const startedAt = performance.now()
  const statuses: Record<number, number> = {}
  const tell = progressReporter()
  for (let sent = 0; sent < requests; sent += perClub) {
    tell(`${sent} of ${requests} requests`)
    const whys: string[] = []
    const logTo = { write: (line: string) => void (tellsWhy.test(line) && whys.push(line)) }
    const club = await openClub({ TRUSTED_PROXIES: 'loopback' }, { logTo })
    try {
      const found = await fuzz(club, {
        requests: Math.min(perClub, requests - sent),
        together: 8,
        seed: seed + sent,
      })
      // Combined, so that a fault is shown with its log.
      expect([...found.faults, ...whys]).toEqual([])
      expect(await brokenEquations(club.services)).toEqual([])
      for (const [status, count] of Object.entries(found.statuses))
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count
    } finally {
      await club.close()
    }
  }
  const done = Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (Number(status) < 400 ? count : 0),
    0,
  )
  report('R-21', `${requests} requests, ${done} of them done, none answered with 5xx`, { startedAt, seed })
})
