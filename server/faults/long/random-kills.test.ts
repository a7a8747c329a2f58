import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stormTotals, unharmed } from '../storm-totals.ts'
import { stormOfCrashes } from '../crash-storm.ts'
import { jobsAtRest } from '../jobs-at-rest.ts'
import { findProblems } from '../member-journeys.ts'
import { openProvider, type Provider } from '../provider-process.ts'
import { report, numberFromEnv } from '#testing/test-report.ts'
import { missingFromJournal, startWriters } from '../set-writers.ts'
import { openSite, type Site } from '../site-process.ts'

let folder: string
let provider: Provider
let site: Site
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-kills-'))
  provider = await openProvider(folder, seed)
  site = await openSite(folder, { ...provider.env, LOG_LEVEL: 'warn' })
})
afterAll(async () => {
  await site.stop()
  await provider.kill()
  await rm(folder, { recursive: true, force: true })
})

const seed = numberFromEnv('FAULTS_SEED', 50)
const kills = numberFromEnv('FAULTS_KILLS', 500)

it(`keeps every acknowledged change when the server is killed ${kills} times (seed ${seed}) [fault 4, 5, 9, 10, R-01]`, async () => {
  const startedAt = performance.now()
  const writers = await startWriters(site, provider, { seed, maxBlocks: 100 * kills })
  const storm = stormOfCrashes(site, provider, { kills, together: 6, seed, livesMs: 4000 })
  const lives = await Promise.race([storm, writers.failed])
  const journal = await writers.stop()
  expect(await missingFromJournal(site, journal)).toEqual([])
  expect(await findProblems(site, provider, lives)).toEqual([])
  // The running server repeats what the last killed one was working on.
  await site.inside((db) => jobsAtRest(db, 'tell-people'))
  const tips = lives.flatMap(({ tipIds }) => tipIds).length
  const sums = await site.inside((db) => stormTotals({ db, stripe: provider.stripe }))
  expect(sums).toEqual(unharmed(tips))
  expect(await site.checkMoney()).toMatchObject({ code: 0 })
  expect(await site.examine()).toMatchObject({ code: 0 })
  report(
    'R-01',
    `${kills} kills, ${lives.length} signups, ${tips} tips, ${journal.length} comments, likes, posts and blocks: 0 lost, 0 doubled, 0 from nowhere`,
    {
      startedAt,
      seed,
    },
  )
})
