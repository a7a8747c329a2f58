import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sumsOf } from './add-up.ts'
import { stormOfCrashes } from './crash-storm.ts'
import { whatIsAmiss } from './lives-kept.ts'
import { openProvider, type Provider } from './provider-process.ts'
import { wish } from './report.ts'
import { notAsJournaled, startWriters } from './set-writers.ts'
import { openSite, type Site } from './site-process.ts'

let folder: string
let provider: Provider
let site: Site
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-storm-'))
  provider = await openProvider(folder, seed)
  site = await openSite(folder, provider.env)
})
afterAll(async () => {
  await site.stop()
  await provider.kill()
  await rm(folder, { recursive: true, force: true })
})

const seed = wish('FAULTS_SEED', 3)

it(`keeps every member, every tip and whatever else it answered for when the server is killed three times (seed ${seed}) [fault 4, 9, 10, R-01]`, async () => {
  const writers = await startWriters(site, provider, seed)
  const lives = await stormOfCrashes(site, provider, { kills: 3, together: 3, seed, livesMs: 2500 })
  const journal = await writers.stop()
  expect(journal.filter(({ status }) => status === null).length).toBeGreaterThan(0)
  expect(await notAsJournaled(site, journal)).toEqual([])
  expect(lives.length).toBeGreaterThanOrEqual(3)
  expect(await whatIsAmiss(site, provider, lives)).toEqual([])
  const sums = await site.inside((db) => sumsOf({ db, stripe: provider.stripe }))
  expect(sums).toMatchObject({ lostTips: [], doubledTips: [], strayPayments: [], ledgerCents: 0 })
  expect(sums.tips).toBe(lives.flatMap(({ tipIds }) => tipIds).length)
}, 600_000)
