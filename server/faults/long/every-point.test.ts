import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { seededRandom } from '#demo/seeded-random.ts'
import { stormTotals } from '../storm-totals.ts'
import { scenariosOn } from '../scenarios.ts'
import { killAtEveryPoint, openPointedSite } from '../kill-at-points.ts'
import { openProvider } from '../provider-process.ts'
import { report, numberFromEnv } from '#testing/test-report.ts'

const firstSeed = numberFromEnv('FAULTS_SEED', 2)
const seeds = Array.from({ length: numberFromEnv('FAULTS_SEEDS', 3) }, (_, index) => firstSeed + index)
const fewestPoints = 25
/** The site and all its delayed work recover within seconds. */
const webhookDelayMs = 200
/** Points per scenario; the rest are skipped at random. */
const most = numberFromEnv('FAULTS_POINTS', 1000)

it.each(seeds)(
  'does everything once, killed before every change it makes, every call of the provider and every answer (seed %i) [R-02]',
  async (seed) => {
    const startedAt = performance.now()
    const folder = await mkdtemp(join(tmpdir(), 'touchline-points-'))
    const provider = await openProvider(folder, seed, { webhookDelayMs })
    const site = await openPointedSite(folder, provider.env)
    const problems: string[] = []
    let points = 0
    let kills = 0
    let missed = 0
    const random = seededRandom(seed, 'points')
    for (const scenario of await scenariosOn(site, provider)) {
      const result = await killAtEveryPoint(site, scenario, (found) => random.shuffled(found).slice(0, most))
      points += result.points.length
      kills += result.killedAt.length
      missed += result.missed.length
      problems.push(...result.problems)
      process.stdout.write(`${[scenario.name, ...result.points].join('\n  ')}\n`)
    }
    expect(problems).toEqual([])
    expect(points).toBeGreaterThanOrEqual(fewestPoints)
    expect(missed).toBeLessThan(points / 10)
    const sums = await site.inside((db) => stormTotals({ db, stripe: provider.stripe }))
    expect(sums).toMatchObject({ lostTips: [], doubledTips: [], strayPayments: [], ledgerCents: 0 })
    report('R-02', `${points} points of five errands, killed at ${kills} of them: one effect every time`, {
      startedAt,
      seed,
    })
    await site.stop()
    await provider.kill()
    await rm(folder, { recursive: true, force: true })
  },
)
