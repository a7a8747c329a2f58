import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { crowdOn, heldBy } from '../crowd.ts'
import { isGivenUp, startMixedWork, within } from '../mixed-work.ts'
import { noise, published } from '../published.ts'
import { progressReporter, report, numberFromEnv } from '#testing/test-report.ts'
import { openSite } from '../site-process.ts'

const seed = numberFromEnv('FAULTS_SEED', 20)
const minutes = numberFromEnv('FAULTS_MINUTES', 30)
const faultEveryMs = 5 * 60_000
/** How long after a fault errors are tolerated. */
const upsetMs = 15_000
/** More than filling caches needs, less than a memory leak reaches. */
const maxGrowthMegabytes = 100

const middle = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

it.skipIf(process.platform !== 'linux')(
  `works for ${minutes} minutes with connections to its database cut on the way, and neither fails nor grows (seed ${seed}) [R-20]`,
  async () => {
    const startedAt = performance.now()
    const folder = await mkdtemp(join(tmpdir(), 'touchline-soak-'))
    const site = await openSite(folder)
    const crowd = await crowdOn(site, 60)
    const { mediaUrl } = await published(crowd.creator, 'A picture', await noise(800))
    const postIds: string[] = []
    for (const content of ['One', 'Two', 'Three', 'Four'])
      postIds.push((await published(crowd.creator, content)).id)

    const work = startMixedWork(crowd, { postIds, mediaUrl, perSecond: 20, seed })
    const tell = progressReporter()
    const lastsMs = minutes * 60_000
    const began = performance.now()
    const held: { atMs: number; megabytes: number; files: number }[] = []
    const faults: number[] = []
    for (let now = 0; now < lastsMs; now = performance.now() - began) {
      tell(`${Math.floor(now / 60_000)} of ${minutes} minutes, ${work.done.length} requests`)
      held.push({ atMs: now, ...heldBy(site.pid()) })
      if (now - (faults.at(-1) ?? 0) > faultEveryMs) {
        faults.push(now)
        await site.inside((db) =>
          db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
            where pid <> pg_backend_pid() and datname = current_database()`),
        )
      }
      await pause(1000)
    }
    await work.stop()

    const isUpset = (atMs: number) => faults.some((fault) => atMs > fault - 1000 && atMs < fault + upsetMs)
    const failed = work.done.filter(({ status }) => status === 0 || status >= 500)
    expect(failed.filter((one) => !isGivenUp(one) || !isUpset(one.atMs))).toEqual([])
    const part = <Item extends { atMs: number }>(items: Item[], from: number, to: number) =>
      items.filter(({ atMs }) => atMs >= lastsMs * from && atMs < lastsMs * to)
    const megabytes = (from: number, to: number) => middle(part(held, from, to).map((one) => one.megabytes))
    const grown = megabytes(0.75, 1) - megabytes(0.25, 0.5)
    expect(grown).toBeLessThan(maxGrowthMegabytes)
    const files = [
      middle(part(held, 0.25, 0.5).map((one) => one.files)),
      middle(part(held, 0.75, 1).map((one) => one.files)),
    ]
    expect(files[1]! - files[0]!).toBeLessThan(50)
    expect(await site.examine()).toMatchObject({ code: 0 })
    const p99 = [within(0.99, part(work.done, 0.25, 0.5)), within(0.99, part(work.done, 0.75, 1))].map(
      Math.round,
    )
    report(
      'R-20',
      `${minutes} min, ${work.done.length} requests, ${faults.length} faults, ${failed.length} refused beside them; memory ${megabytes(0.25, 0.5).toFixed(0)} → ${megabytes(0.75, 1).toFixed(0)} MB, open files ${files.join(' → ')}, p99 ${p99.join(' → ')} ms`,
      { startedAt, seed },
    )
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  },
)
