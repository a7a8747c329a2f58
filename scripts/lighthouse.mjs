import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWebIfNeeded } from './build-web.mjs'
import { chromiumArgs, mediaMade, openDemoClub, signIn } from './demo-club.mjs'
import { findOrFetchChromium } from './find-chromium.mjs'
import { freePort } from './free-port.mjs'
import { installWhatIsMissing } from './install.mjs'
import { hasNginx } from '../server/src/testing/nginx.mjs'
import { projectEnvironment } from './project.mjs'
import { say } from './say.mjs'

/*
 * Runs Lighthouse on the front page and a member's feed of the demo, on a phone and a desktop; exits with 1
 * below 95. Requests go through the nginx of docs/operating.md if it is installed, unless `--alone` is given.
 */

const lighthouse = 'lighthouse@13.5.0'
const least = 95
const groups = { performance: 'speed', accessibility: 'access', 'best-practices': 'practices', seo: 'search' }
const isAlone = process.argv.includes('--alone') || !hasNginx
/**
 * How many times slower a phone is, by Lighthouse's docs/throttling.md: factor 4 is for an index from 1500
 * on.
 */
const slowdownOf = (index) => (index < 1500 ? 2 : 4)
const indexOf = ([{ report }]) => Math.round(report.environment.benchmarkIndex)
/** Members' pages ask not to be indexed. */
const notForMembers = ['is-crawlable']

const folder = mkdtempSync(join(tmpdir(), 'touchline-lighthouse-'))

async function main() {
  await installWhatIsMissing()
  await buildWebIfNeeded()
  const { chromium } = await import('@playwright/test')
  const executablePath = await findOrFetchChromium()
  say('Opening a demo club …')
  const site = await openDemoClub({ folder, hasProxy: !isAlone, accessCode: 'off' })
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(join(folder, 'browser'), {
    executablePath,
    ignoreHTTPSErrors: true,
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
  })
  try {
    say('Waiting until its films are made …')
    await mediaMade(browser.request, site.url)
    const results = []
    for (const look of ['desktop', 'phone']) {
      const device = look === 'desktop' ? { look } : { look, slowdown: slowdownOf(indexOf(results)) }
      await browser.clearCookies()
      results.push(await measured({ name: 'front page', url: `${site.url}/`, port, ...device }))
      await signIn(browser.request, site.url, 'member')
      results.push(
        await measured({ name: 'feed', url: `${site.url}/content`, port, ...device, skip: notForMembers }),
      )
    }
    print(results)
  } finally {
    await browser.close()
    await site.stop()
  }
}

async function measured({ name, url, port, look, slowdown, skip = [] }) {
  say(`Looking at the ${name} (${look}) …`)
  const file = join(folder, `${name}-${look}.json`.replaceAll(' ', '-'))
  const args = [
    '--yes',
    lighthouse,
    url,
    `--port=${port}`,
    '--quiet',
    '--no-enable-error-reporting',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${Object.keys(groups).join(',')}`,
    ...(slowdown ? [`--throttling.cpuSlowdownMultiplier=${slowdown}`] : ['--preset=desktop']),
    ...(skip.length > 0 ? [`--skip-audits=${skip.join(',')}`] : []),
  ]
  const child = spawn('npx', args, {
    cwd: folder,
    env: projectEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}.`)
  return { name, look, report: JSON.parse(readFileSync(file, 'utf8')) }
}

const percent = (score) => Math.round((score ?? 0) * 100)

function print(results) {
  const heads = Object.values(groups).map((head) => head.padStart(10))
  const index = indexOf(results)
  const way = isAlone ? 'the site alone, HTTP/1.1' : 'through the nginx of docs/operating.md, HTTP/2'
  say(
    `\nBy Lighthouse, ${way}, on a machine of index ${index}; a phone is ${slowdownOf(index)} times slower:`,
  )
  say(`${''.padEnd(24)}${heads.join('')}   largest paint   shift`)
  for (const { name, look, report } of results) {
    const scores = Object.keys(groups).map((group) => percent(report.categories[group].score))
    const value = (audit) => report.audits[audit]?.displayValue ?? ''
    const shown = scores.map((score) => `${score}${score < least ? '!' : ''}`.padStart(10)).join('')
    say(
      `${`${name}, ${look}`.padEnd(24)}${shown}   ${value('largest-contentful-paint').padStart(13)}   ${value('cumulative-layout-shift').padStart(5)}`,
    )
    if (scores.some((score) => score < least)) process.exitCode = 1
  }
  for (const { name, look, report } of results)
    for (const line of findings(report)) say(`${name}, ${look}: ${line}`)
}

function findings({ categories, audits }) {
  return Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ id: audit, weight }) => weight > 0 && (audits[audit].score ?? 1) < 0.9)
      .map(({ id: audit }) => `${groups[id]}: ${audits[audit].title} ${audits[audit].displayValue ?? ''}`),
  )
}

try {
  await main()
} catch (error) {
  say(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
