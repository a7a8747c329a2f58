import { Agent } from 'node:http'
import { databaseOf } from './fill-club.ts'
import { clubOf, fillLargeClub, type Staff } from './fill-large-club.ts'
import { send } from './load.ts'
import { atMost, median, recordFigure, printLine } from './report.ts'
import { openEmptySite } from './site-under-test.ts'

/*
 * Measures the staff pages of a club of 250,000 people, 100,000 of them members, with 5 million likes, a million
 * comments and 1.3 million journals, from outside the server, and the size of unpaged responses. `BENCH_PEOPLE=25000`
 * runs it at a tenth of the size within minutes.
 */

const people = Number(process.env['BENCH_PEOPLE'] ?? 250_000)
if (!Number.isSafeInteger(people) || people < 1000 || people > 250_000)
  throw new Error('BENCH_PEOPLE is a whole number from 1000 to 250000.')

const farBack = (page: number) => Math.round((page * people) / 250_000)

const turns = 20
const warmUp = 3
const pageMs = 200
const limitKb = 100

type Page = { name: string; path: string; who: keyof Staff }
const admin = (name: string, path: string): Page => ({ name, path, who: 'admins' })
const creator = (name: string, path: string): Page => ({ name, path, who: 'creator' })

const pages: Page[] = [
  admin('admin analytics', '/api/admin/analytics'),
  admin('payments', '/api/admin/payments'),
  admin('payments of one person', '/api/admin/payments?search=person-777%40bench.example'),
  admin('payments of a common name', '/api/admin/payments?search=mina'),
  admin('payouts', '/api/payouts'),
  creator('payouts of the creator', '/api/payouts'),
  admin('lines of the running month', '/api/payouts/running/lines'),
  creator('audience', '/api/analytics/audience'),
  creator('analytics', '/api/analytics'),
  creator('revenue', '/api/analytics/revenue'),
  creator('retention', '/api/analytics/retention'),
  creator('content', '/api/analytics/content'),
  creator('today', '/api/today'),
  creator('tips received', '/api/tips/received?page=1&limit=10'),
  creator('tips received, far back', `/api/tips/received?page=${farBack(15_000)}&limit=10`),
  creator('tips that say match', '/api/tips/received?search=match&limit=10'),
  creator('tips of people called Mina', '/api/tips/received?search=mina&limit=10'),
  creator('tips of five dollars', '/api/tips/received?search=5&limit=10'),
  creator('no tips found', '/api/tips/received?search=zebra&limit=10'),
  creator('tips that say a short word', '/api/tips/received?search=go&limit=10'),
  admin('people', '/api/admin/users?limit=20'),
  admin('people, far back', `/api/admin/users?limit=20&page=${farBack(5000)}`),
  admin('people called Mina', '/api/admin/users?limit=20&search=mina'),
  admin('audit log', '/api/admin/audit-log'),
  admin('blocked people', '/api/blocked-users'),
  admin('posts without a query', '/api/posts'),
  admin('people without a query', '/api/admin/users'),
]

type Site = { url: string; staff: Staff; agent: Agent }

async function ask({ url, staff, agent }: Site, { path, who }: Page, turn: number) {
  const cookie = who === 'creator' ? staff.creator : staff.admins[turn % staff.admins.length]!
  const startedAt = performance.now()
  const { body } = await send(url, { method: 'GET', path, headers: { cookie } }, '127.0.0.1', agent)
  return { body, ms: performance.now() - startedAt }
}

async function measure(site: Site, page: Page): Promise<void> {
  const times: number[] = []
  let kb = 0
  for (let turn = 0; turn < warmUp + turns; turn += 1) {
    const { ms, body } = await ask(site, page, turn)
    kb = Buffer.byteLength(body) / 1000
    if (turn >= warmUp) times.push(ms)
  }
  const p50 = median(times)
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!
  const verdict = atMost({ name: page.name, value: p50, unit: 'ms', limit: pageMs })
  printLine(
    `  ${page.name.padEnd(28)} p50 ${p50.toFixed(1).padStart(6)} ms   ${verdict} ${pageMs}   p95 ${p95.toFixed(0)} ms, ${kb.toFixed(1)} kB`,
  )
  if (page.name.endsWith('without a query'))
    printLine(
      `  ${''.padEnd(28)} ${atMost({ name: `${page.name}, size`, value: kb, unit: 'kB', limit: limitKb })} ${limitKb} kB`,
    )
}

async function statementPages(site: Site): Promise<Page[]> {
  const { body } = await ask(site, admin('', '/api/payouts'), 0)
  const [, second] = JSON.parse(body).statements
  return [
    admin('a statement', `/api/payouts/${second.id}`),
    admin('lines of a statement', `/api/payouts/${second.id}/lines`),
  ]
}

async function main() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const opened = await openEmptySite()
  try {
    const startedAt = performance.now()
    const database = databaseOf(opened.folder)
    const staff = await fillLargeClub(database, clubOf(people))
    await database.close()
    const seconds = (performance.now() - startedAt) / 1000
    recordFigure({ name: 'filling the club', value: seconds, unit: 's' })
    printLine(`${people.toLocaleString('en')} people are there after ${seconds.toFixed(0)} s\n`)
    const site = { url: opened.url, staff, agent }
    for (const page of [...pages, ...(await statementPages(site))]) await measure(site, page)
  } finally {
    agent.destroy()
    await opened.close()
  }
}

await main()
