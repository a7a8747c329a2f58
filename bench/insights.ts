import { Agent } from 'node:http'
import { tracedFigures } from '../contract/src/insights.ts'
import { rebuild, rollUp } from '../server/src/features/insights/roll-up.ts'
import { writeJournal } from '../server/src/features/ledger/write-journal.ts'
import { countReach, recountReach } from '../server/src/features/reach/count-reach.ts'
import { fillBooks, type Size } from './fill-books.ts'
import { databaseOf } from './fill-club.ts'
import { fillReach, type Reach } from './fill-reach.ts'
import { send } from './load.ts'
import { atMost, median, recordFigure, printLine } from './report.ts'
import { openEmptySite } from './site-under-test.ts'

/*
 * Measures the creator's analytics with 100,000 members, two years and a million ledger lines, from outside the server,
 * and the time to build the rollups.
 */

const size: Size = { members: 100_000, gone: 30_000, journals: 250_000, posts: 3000, months: 24 }
const reach: Reach = {
  recentPosts: 30,
  eachSeenBy: 60_000,
  daysEach: 2,
  likes: 1_000_000,
  comments: 200_000,
  answers: 20_000,
}
const turns = 30
const warmUp = 3
const limitMs = 200
const payments = 10

const aYearAgo = `${new Date(Date.now() - 365 * 24 * 60 * 60_000).toISOString()}_00000000-0000-7000-8000-000000000000`
const figures = ['', '/recurring', '/retention', '/lifetime', '/revenue']
const pages = [
  ...figures.map((figure) => ({ name: `figures${figure}`, path: `/api/analytics${figure}` })),
  ...tracedFigures.map((figure) => ({
    name: `rows of ${figure}`,
    path: `/api/analytics/rows?figure=${figure}&limit=50`,
  })),
  { name: 'rows of a year ago', path: `/api/analytics/rows?figure=revenue&limit=50&before=${aYearAgo}` },
  { name: 'content', path: '/api/analytics/content' },
  { name: 'today', path: '/api/today' },
  { name: 'audience', path: '/api/analytics/audience?timeZone=Europe%2FLondon' },
  { name: 'a rare movement', path: '/api/analytics/rows?figure=movements&kind=repriced&limit=50' },
]

type Site = { url: string; cookie: string; agent: Agent }

async function ask({ url, cookie, agent }: Site, path: string) {
  const startedAt = performance.now()
  const { body } = await send(url, { method: 'GET', path, headers: { cookie } }, '127.0.0.1', agent)
  return { body, ms: performance.now() - startedAt }
}

async function measurePages(site: Site): Promise<void> {
  const all: number[] = []
  const { body } = await ask(site, '/api/analytics/content')
  const newest = JSON.parse(body).posts[0].id
  const members = { name: 'members reached', path: `/api/analytics/content/${newest}/members` }
  for (const { name, path } of [...pages, members]) {
    const times: number[] = []
    for (let turn = 0; turn < warmUp + turns; turn += 1) {
      const { ms } = await ask(site, path)
      if (turn >= warmUp) times.push(ms)
    }
    all.push(...times)
    const p50 = median(times)
    printLine(
      `  ${name.padEnd(24)} p50 ${p50.toFixed(1).padStart(6)} ms   ${atMost({ name, value: p50, unit: 'ms', limit: limitMs })} ${limitMs}`,
    )
  }
  const p50 = median(all)
  printLine(
    `${'every page'.padEnd(26)} p50 ${p50.toFixed(1).padStart(6)} ms   ${atMost({ name: 'every page', value: p50, unit: 'ms', limit: limitMs })} ${limitMs}`,
  )
}

const seconds = (startedAt: number) => ((performance.now() - startedAt) / 1000).toFixed(1)

function took(name: string, startedAt: number): string {
  recordFigure({ name, value: (performance.now() - startedAt) / 1000, unit: 's' })
  return seconds(startedAt)
}

/** Measures a full rebuild of the rollups, and then the update after one payment. */
async function measureCounting(folder: string): Promise<void> {
  const { db, pool, close } = databaseOf(folder)
  const startedAt = performance.now()
  const { money, members } = await rebuild(db, new Date())
  printLine(
    `counting from nothing      ${took('counting from nothing', startedAt)} s for ${money.days} days of money and ${members.days} of members`,
  )
  const reachedAt = performance.now()
  const posts = await recountReach(db, new Date())
  printLine(
    `whom posts reached         ${took('counting whom posts reached', reachedAt)} s for ${posts} posts`,
  )
  const seenAt = performance.now()
  await pool.query(
    'insert into reach_changes (post_id) select id from posts order by created_at desc limit 1',
  )
  await countReach(db, new Date())
  printLine(`the same of one post       ${took('counting whom one post reached', seenAt)} s`)
  const times: number[] = []
  for (let payment = 1; payment <= payments; payment += 1) {
    await db.transaction((tx) =>
      writeJournal(tx, {
        kind: 'tip',
        providerTxn: `txn_bench_${payment}`,
        shareBasisPoints: 7500,
        occurredAt: new Date(),
        currency: 'usd',
        moves: { provider_balance: 500, creator_payable: -375, platform_revenue: -125 },
      }),
    )
    const rolledAt = performance.now()
    await rollUp(db, new Date())
    times.push(performance.now() - rolledAt)
  }
  recordFigure({ name: 'counting after a payment', value: median(times), unit: 'ms' })
  printLine(`counting after a payment   p50 ${median(times).toFixed(1)} ms`)
  await close()
}

async function main() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const site = await openEmptySite()
  try {
    const startedAt = performance.now()
    const database = databaseOf(site.folder)
    const cookie = await fillBooks(database, size)
    await fillReach(database, reach)
    await database.close()
    printLine(
      `${size.members} members and ${4 * size.journals} lines are there after ${seconds(startedAt)} s`,
    )
    await measureCounting(site.folder)
    printLine('')
    const known = { url: site.url, cookie, agent }
    await measurePages(known)
    const readAt = performance.now()
    const { body } = await ask(known, '/api/analytics/rows/csv?figure=revenue')
    printLine(
      `all rows of revenue as a file: ${body.split('\r\n').length - 2} in ${took('all rows of revenue as a file', readAt)} s`,
    )
    const listedAt = performance.now()
    const file = await ask(known, '/api/analytics/content?format=csv')
    printLine(
      `all posts as a file: ${file.body.split('\r\n').length - 2} in ${took('all posts as a file', listedAt)} s`,
    )
  } finally {
    agent.destroy()
    await site.close()
  }
}

await main()
