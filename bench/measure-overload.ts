import { load, type Shot } from './load.ts'
import { openLoop } from './open-loop.ts'
import { residentMegabytesOf } from './process-cpu.ts'
import { atLeast, atMost, recordFigure, printLine } from './report.ts'
import type { EmptySite } from './site-under-test.ts'

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

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

const part = { unit: 'of the peak' }
const ms = { unit: 'ms' }

/** `suffix` tells the figures of several measurements apart; `steps` are multiples of the peak. */
export type Asked = { url: string; shotAt: (index: number) => Shot; suffix: string; steps: number[] }

const textOf = (host: string, { method, path, headers = {} }: Shot) =>
  [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(method === 'GET' ? [] : ['content-length: 0']),
    '\r\n',
  ].join('\r\n')

/** Measures the peak of requests without a body, then what is served at multiples of it, and the recovery. */
export async function measureOverload(site: EmptySite, { url, shotAt, suffix, steps }: Asked): Promise<void> {
  const { host } = new URL(url)
  const textAt = (index: number) => textOf(host, shotAt(index))
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
  for (const times of steps) {
    const perSecond = peak * times
    const { ok, turnedAway, failed } = await openLoop(url, textAt, { perSecond, seconds })
    const goodput = ok.length / seconds / peak / Math.min(times, 1)
    const at = `${times} × the peak${suffix}`
    printLine(
      `${at}: ${(goodput * 100).toFixed(0)} % of what can be served ${atLeast({ ...part, name: `goodput at ${at}`, value: goodput, limit: leastShare })}` +
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
