import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { buildWebIfNeeded } from '../scripts/build-web.mjs'
import { chromiumArgs, mediaMade, openDemoClub, signIn } from '../scripts/demo-club.mjs'
import { findOrFetchChromium } from '../scripts/find-chromium.mjs'
import { hasNginx } from '../server/src/testing/nginx.mjs'
import { atMost, median, printLine } from './report.ts'

/*
 * Measures when a phone with an empty cache and a slow connection shows the largest part of a page, and how far the page
 * moves while it loads: alone and behind the nginx of docs/operating.md.
 */

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const accessCode = 'kickoff'
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** Lighthouse's slow 4G, and its processor of a mid-range phone. */
const connection = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.44e6 / 8,
  uploadThroughput: 0.675e6 / 8,
}
const slowdown = 4

type Visit = { paintMs: number; shift: number; element: string }
type Prepare = (context: BrowserContext, url: string) => Promise<void>

const passGate: Prepare = async (context, url) => {
  const reply = await context.request.post(`${url}/api/unlock`, { data: { code: accessCode } })
  if (!reply.ok()) throw new Error(`The gate stayed closed: ${reply.status()}`)
  await context.addInitScript(() => sessionStorage.setItem('unlocked', 'true'))
}
const asMember: Prepare = async (context, url) => {
  await passGate(context, url)
  await signIn(context.request, url, 'member')
}

const pages: { name: string; path: string; limit: number; prepare?: Prepare }[] = [
  { name: 'front page', path: '/', limit: 1.8, prepare: passGate },
  { name: 'gate', path: '/', limit: 1.5 },
  { name: 'feed', path: '/content', limit: 2.2, prepare: asMember },
  { name: 'home', path: '/', limit: 2.2, prepare: asMember },
]

declare global {
  interface Window {
    observed?: Visit
  }
}

/** Runs in the page: records the largest paint and the shifts. */
function observe() {
  const observed = { paintMs: 0, shift: 0, element: '' }
  window.observed = observed
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime, element } = entry as PerformanceEntry & { element?: Element }
      observed.paintMs = startTime
      observed.element = `${element?.tagName} ${element?.className}`.slice(0, 40)
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not know this kind of entry
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) observed.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function throttle(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', connection)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

const quietMs = 2500
const longestMs = 60_000

/** Returns what was observed once the page has its content and no larger paint has followed for a while. */
async function settled(page: Page): Promise<Visit> {
  const deadline = performance.now() + longestMs
  let last = 0
  let since = performance.now()
  while (performance.now() < deadline) {
    await page.waitForTimeout(250)
    // Members' pages begin with a spinner and with skeletons of posts.
    const seen = await page.evaluate(() =>
      document.querySelector('.spinner, output[aria-label="Loading posts"]') ? null : window.observed!,
    )
    if (!seen || seen.paintMs !== last) {
      last = seen?.paintMs ?? 0
      since = performance.now()
    } else if (performance.now() - since > quietMs) return seen
  }
  throw new Error('The page did not settle.')
}

/** Opens a page for the first time. */
async function visit(
  browser: Browser,
  url: string,
  { path, prepare }: (typeof pages)[number],
): Promise<Visit> {
  const context = await browser.newContext({ ...phone, ignoreHTTPSErrors: true })
  try {
    await prepare?.(context, url)
    await context.addInitScript(observe)
    const page = await context.newPage()
    await throttle(page)
    await page.goto(`${url}${path}`)
    return await settled(page)
  } finally {
    await context.close()
  }
}

async function measure(browser: Browser, hasProxy: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-cold-loads-'))
  const club = await openDemoClub({ folder, hasProxy, accessCode })
  const suffix = hasProxy ? ', behind nginx' : ''
  try {
    const admin = await browser.newContext({ ignoreHTTPSErrors: true })
    await passGate(admin, club.url)
    await mediaMade(admin.request, club.url)
    await admin.close()
    for (const page of pages) {
      // The server compiles and caches what it sends.
      await visit(browser, club.url, page)
      const visits: Visit[] = []
      for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, club.url, page))
      const seconds = median(visits.map(({ paintMs }) => paintMs)) / 1000
      // Text that changes its width when its font arrives counts as none.
      const shift = Number(Math.max(...visits.map((one) => one.shift)).toFixed(2))
      const paint = { name: `${page.name}${suffix}`, value: seconds, unit: 's', limit: page.limit }
      const shifts = { name: `${page.name}${suffix}, shift`, value: shift, unit: '', limit: 0 }
      printLine(
        `${paint.name.padEnd(26)} largest paint ${seconds.toFixed(2)} s   ${atMost(paint)} ${page.limit}   shift ${shift.toFixed(3)} ${atMost(shifts)}   ${visits.map(({ paintMs }) => (paintMs / 1000).toFixed(2)).join(' ')}  ${visits[0]!.element}`,
      )
    }
  } finally {
    await club.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function main() {
  await buildWebIfNeeded()
  const executablePath = String(await findOrFetchChromium())
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    await measure(browser, false)
    if (hasNginx) await measure(browser, true)
  } finally {
    await browser.close()
  }
}

await main()
