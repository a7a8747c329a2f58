import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { like, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { comments } from '#features/comments/schema.ts'
import { crowdOn } from '../crowd.ts'
import { isGivenUp, startMixedWork } from '../mixed-work.ts'
import { noise, published } from '../published.ts'
import { report, numberFromEnv } from '#testing/test-report.ts'
import { openSite } from '../site-process.ts'

const seed = numberFromEnv('FAULTS_SEED', 22)
const deaths = 12

it(`keeps running when database processes are killed, ${deaths} times under load (seed ${seed}) [R-22]`, async () => {
  const startedAt = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'touchline-helpers-'))
  const site = await openSite(folder)
  const crowd = await crowdOn(site, 40)
  const { id, mediaUrl } = await published(crowd.creator, 'A picture', await noise(800))
  const pid = site.pid()
  const work = startMixedWork(crowd, { postIds: [id], mediaUrl, perSecond: 20, seed })
  for (let death = 0; death < deaths; death += 1) {
    await pause(5000)
    // After a SIGKILL shared memory may be corrupt, so the server restarts all its processes.
    const backend = await site
      .inside((db) =>
        db.execute<{ pid: number }>(
          sql`select pid from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`,
        ),
      )
      .catch(() => null)
    const victim = backend?.rows[0]?.pid
    if (victim) process.kill(victim, 'SIGKILL')
  }
  const lastAt = work.done.length
  await expect
    .poll(() => work.done.slice(lastAt).filter(({ status }) => status < 300).length, { timeout: 60_000 })
    .toBeGreaterThan(50)
  await work.stop()
  expect(site.pid()).toBe(pid)
  const odd = work.done.filter((one) => (one.status === 0 || one.status >= 500) && !isGivenUp(one))
  expect(odd).toEqual([])
  const there = await site.inside((db) => db.select().from(comments).where(like(comments.content, '% %')))
  const contents = there.map(({ content }) => content)
  expect(work.kept.filter((content) => contents.filter((one) => one === content).length !== 1)).toEqual([])
  expect(await site.examine()).toMatchObject({ code: 0 })
  const refused = work.done.filter(isGivenUp).length
  report(
    'R-22',
    `${deaths} database processes killed: ${refused} of ${work.done.length} requests refused or cut off, none failed otherwise; ${work.kept.length} comments answered for, 0 lost; no restart`,
    { startedAt, seed },
  )
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})
