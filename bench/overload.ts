import { execFileSync } from 'node:child_process'
import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { load } from './load.ts'
import { openLoop } from './open-loop.ts'
import { familyOf, residentMegabytesOf } from './process-cpu.ts'
import { atLeast, atMost, say } from './report.ts'
import { openEmptySite } from './site-under-test.ts'

/*
 * What a site still does when two and ten times as many come as it can serve: the first page of the feed, asked for by
 * 40 members. The site has the first core for itself, its database among it, and those who ask the second.
 */

const members = 40
const peakRequests = 3_000
const lanes = 32
const seconds = 10
const leastShare = 0.8
const slowestMs = 1_000
const slowestRefusalMs = 50

const feed = '/api/posts?page=1&limit=5'
const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

const pin = (pid: number, core: number) => execFileSync('taskset', ['-acp', String(core), String(pid)])

const part = { unit: 'of the peak' }
const ms = { unit: 'ms' }

async function main() {
  const site = await openEmptySite()
  try {
    const database = databaseOf(site.folder)
    const cookies = await addMembers(database.pool, members)
    await addPosts(database, 500)
    await database.close()
    for (const { pid } of familyOf(site.pid)) pin(pid, 0)
    pin(process.pid, 1)
    const cookieAt = (index: number) => cookies[index % members]!
    const shotAt = (index: number) => ({
      method: 'GET',
      path: feed,
      headers: { cookie: cookieAt(index) },
    })
    const textAt = (index: number) =>
      `GET ${feed} HTTP/1.1\r\nhost: ${new URL(site.url).host}\r\ncookie: ${cookieAt(index)}\r\n\r\n`
    const measure = async () => {
      const startedAt = performance.now()
      await load(site.url, shotAt, peakRequests, lanes)
      return peakRequests / ((performance.now() - startedAt) / 1000)
    }
    await measure()
    const peak = await measure()
    say(`peak ${peak.toFixed(0)} pages a second, ${residentMegabytesOf(site.pid).toFixed(0)} MB`)
    for (const times of [1, 2, 10]) {
      const perSecond = peak * times
      const { ok, turnedAway, failed } = await openLoop(site.url, textAt, { perSecond, seconds })
      const goodput = ok.length / seconds / peak
      say(
        `${times} × the peak: ${(goodput * 100).toFixed(0)} % of it served ${atLeast({ ...part, name: `goodput at ${times} × the peak`, value: goodput, limit: leastShare })}` +
          `  p99 ${p99(ok).toFixed(0)} ms ${atMost({ ...ms, name: `served at ${times} × the peak, p99`, value: p99(ok), limit: slowestMs })}` +
          `  ${turnedAway.length} turned away, p99 ${p99(turnedAway).toFixed(0)} ms ${atMost({ ...ms, name: `turned away at ${times} × the peak, p99`, value: p99(turnedAway), limit: slowestRefusalMs })}` +
          `  ${failed} without an answer  ${residentMegabytesOf(site.pid).toFixed(0)} MB`,
      )
    }
    const after = await measure()
    say(
      `afterwards ${((after / peak) * 100).toFixed(0)} % of the peak ${atLeast({ ...part, name: 'pages a second afterwards', value: after / peak, limit: 0.9 })}`,
    )
  } finally {
    await site.close()
  }
}

await main()
