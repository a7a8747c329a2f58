import { execFileSync } from 'node:child_process'
import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { load } from './load.ts'
import { openLoop } from './open-loop.ts'
import { familyOf, residentMegabytesOf } from './process-cpu.ts'
import { atLeast, atMost, recordFigure, printLine } from './report.ts'
import { manualProxy } from '../server/src/testing/manual-proxy.ts'
import { hasNginx, openNginx } from '../server/src/testing/nginx-for-tests.ts'
import { type EmptySite, openEmptySite } from './site-under-test.ts'

/*
 * Measures how a site copes with two and ten times the load it can serve: the first page of the feed, requested by 40
 * members, alone and behind the nginx of docs/operating.md. The site has the first core, shared with its database and
 * that nginx; the clients have the second.
 */

const members = 40
const peakRequests = 3_000
const lanes = 32
const seconds = 10
const leastShare = 0.8
const slowestMs = 1_000
const slowestRefusalMs = 50
/** The recovery criterion: the share of the peak, measured over so many requests, within so much time. */
const normalShare = 0.9
const normalRequests = 1_000
const mostSecondsAfter = 10
/** Open connections and running responses stay bounded. */
const mostMegabytesMore = 150

const feed = '/api/posts?page=1&limit=5'
const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

const pin = (pid: number, core: number) => execFileSync('taskset', ['-acp', String(core), String(pid)])

const part = { unit: 'of the peak' }
const ms = { unit: 'ms' }

type Asked = { url: string; cookies: string[]; suffix: string }

async function measureOverload(site: EmptySite, { url, cookies, suffix }: Asked) {
  const cookieAt = (index: number) => cookies[index % members]!
  const shotAt = (index: number) => ({ method: 'GET', path: feed, headers: { cookie: cookieAt(index) } })
  const textAt = (index: number) =>
    `GET ${feed} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncookie: ${cookieAt(index)}\r\n\r\n`
  const measure = async (requests: number) => {
    const startedAt = performance.now()
    await load(url, shotAt, requests, lanes)
    return requests / ((performance.now() - startedAt) / 1000)
  }
  await measure(peakRequests)
  const tries = [await measure(peakRequests), await measure(peakRequests), await measure(peakRequests)]
  const peak = Math.max(...tries)
  const memoryNow = () => residentMegabytesOf(site.pid)
  const memoryBefore = memoryNow()
  printLine(`peak${suffix} ${peak.toFixed(0)} pages a second, ${memoryBefore.toFixed(0)} MB`)
  recordFigure({ name: `peak${suffix}`, value: peak, unit: 'pages a second' })
  for (const times of [1, 2, 10]) {
    const perSecond = peak * times
    const { ok, turnedAway, failed } = await openLoop(url, textAt, { perSecond, seconds })
    const goodput = ok.length / seconds / peak
    const at = `${times} × the peak${suffix}`
    printLine(
      `${at}: ${(goodput * 100).toFixed(0)} % of it served ${atLeast({ ...part, name: `goodput at ${at}`, value: goodput, limit: leastShare })}` +
        `  p99 ${p99(ok).toFixed(0)} ms ${atMost({ ...ms, name: `served at ${at}, p99`, value: p99(ok), limit: slowestMs })}` +
        `  ${turnedAway.length} turned away, p99 ${p99(turnedAway).toFixed(0)} ms ${atMost({ ...ms, name: `turned away at ${at}, p99`, value: p99(turnedAway), limit: slowestRefusalMs })}` +
        `  ${failed} without an answer  ${memoryNow().toFixed(0)} MB`,
    )
  }
  const overAt = performance.now()
  const passed = () => (performance.now() - overAt) / 1000
  let after = 0
  while (after < peak * normalShare && passed() < mostSecondsAfter * 2) after = await measure(normalRequests)
  printLine(
    `afterwards ${((after / peak) * 100).toFixed(0)} % of the peak after ${passed().toFixed(1)} s ${atMost({ unit: 's', name: `until ${normalShare * 100} % of the peak again${suffix}`, value: passed(), limit: mostSecondsAfter })}` +
      `  ${memoryNow().toFixed(0)} MB ${atMost({ unit: 'MB', name: `memory more than before${suffix}`, value: memoryNow() - memoryBefore, limit: mostMegabytesMore })}`,
  )
}

async function measureBehindNginx(site: EmptySite, cookies: string[]) {
  const nginx = await openNginx(() => manualProxy(site.url))
  try {
    for (const { pid } of familyOf(nginx.pid)) pin(pid, 0)
    await measureOverload(site, { url: nginx.url, cookies, suffix: ', behind nginx' })
  } finally {
    await nginx.close()
  }
}

async function main() {
  const site = await openEmptySite()
  try {
    const database = databaseOf(site.folder)
    const cookies = await addMembers(database.pool, members)
    await addPosts(database, 500)
    await database.close()
    pin(process.pid, 1)
    for (const { pid } of familyOf(site.pid)) pin(pid, 0)
    await measureOverload(site, { url: site.url, cookies, suffix: '' })
    if (hasNginx) await measureBehindNginx(site, cookies)
    else printLine('behind nginx: not measured, Debian’s nginx-light is not here')
  } finally {
    await site.close()
  }
}

await main()
