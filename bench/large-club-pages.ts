import { Agent } from 'node:http'
import { postPage } from '@touchline/contract/posts.ts'
import type { SignedIn } from './fill-large-club.ts'
import { send } from './load.ts'
import { atMost, median, printLine, recordFigure } from './report.ts'

/** A club whose pages are measured; `people` scales how far back lists are opened. */
export type Club = { url: string; signedIn: SignedIn; people: number }

type Who = keyof SignedIn | 'visitors'
type Page = { name: string; path: string; who: Who }

const turns = 20
const warmUp = 3
const pageMs = 200
const limitKb = 100
/** Pages of members and visitors, against the demo club in the same run. */
const limitRatio = 1.5

const pagesOf = (who: Who) => (name: string, path: string) => ({ name, path, who })
const admin = pagesOf('admins')
const creator = pagesOf('creator')
const member = pagesOf('members')
const visitor = pagesOf('visitors')

const staffPages = (people: number): Page[] => {
  const farBack = (page: number) => Math.round((page * people) / 250_000)
  return [
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
    admin('reports', '/api/admin/reports'),
    admin('health', '/api/admin/health'),
    admin('open work', '/api/admin/open-work'),
    admin('posts without a query', '/api/posts'),
    admin('people without a query', '/api/admin/users'),
  ]
}

/** Pages of one post: the newest, and among the newest the one with the most comments. */
type Shown = { newest: string; discussed: string }

const everyonesPages = ({ newest, discussed }: Shown): Page[] => [
  visitor('front page', '/'),
  visitor('shared post', `/post/${newest}`),
  member('session check', '/api/auth/user'),
  member('home', '/'),
  member('content', '/content'),
  member('feed page', '/api/posts?page=1&limit=5'),
  member('search', '/api/posts?page=1&limit=5&search=season'),
  member('filters', '/api/posts?page=1&limit=5&type=video'),
  member('post', `/api/posts/${newest}`),
  member('comments', `/api/posts/${discussed}/comments`),
  member('bell', '/api/notices'),
  member('bell count', '/api/notices/unread'),
  member('bookmarks', '/api/bookmarks'),
  member('tips sent', '/api/tips/sent'),
]

type Asking = Club & { agent: Agent }
type Asked = { club: Asking; page: Page }

async function ask({ url, signedIn, agent }: Asking, { path, who }: Page, turn: number) {
  const cookies = who === 'visitors' ? [] : signedIn[who]
  const cookie = cookies[turn % cookies.length]
  const headers: Record<string, string> = cookie ? { cookie } : {}
  const startedAt = performance.now()
  const { body } = await send(url, { method: 'GET', path, headers }, '127.0.0.1', agent)
  return { body, ms: performance.now() - startedAt }
}

type Measured = { p50: number; p95: number; kb: number }

/** Measures the same page of several clubs in turns. */
async function measure(asked: Asked[]): Promise<Measured[]> {
  const measured = asked.map((one) => ({ ...one, times: [] as number[], kb: 0 }))
  for (let turn = 0; turn < warmUp + turns; turn += 1)
    for (const one of measured) {
      const { ms, body } = await ask(one.club, one.page, turn)
      one.kb = Buffer.byteLength(body) / 1000
      if (turn >= warmUp) one.times.push(ms)
    }
  return measured.map(({ times, kb }) => {
    const p95 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)]!
    return { p50: median(times), p95, kb }
  })
}

async function measureStaffPage(club: Asking, page: Page): Promise<void> {
  const [measured] = await measure([{ club, page }])
  const { p50, p95, kb } = measured!
  const verdict = atMost({ name: page.name, value: p50, unit: 'ms', limit: pageMs })
  printLine(
    `  ${page.name.padEnd(28)} p50 ${p50.toFixed(1).padStart(6)} ms   ${verdict} ${pageMs}   p95 ${p95.toFixed(0)} ms, ${kb.toFixed(1)} kB`,
  )
  if (page.name.endsWith('without a query'))
    printLine(
      `  ${''.padEnd(28)} ${atMost({ name: `${page.name}, size`, value: kb, unit: 'kB', limit: limitKb })} ${limitKb} kB`,
    )
}

async function statementPages(club: Asking): Promise<Page[]> {
  const { body } = await ask(club, admin('', '/api/payouts'), 0)
  const [, second] = JSON.parse(body).statements
  return [
    admin('a statement', `/api/payouts/${second.id}`),
    admin('lines of a statement', `/api/payouts/${second.id}/lines`),
  ]
}

async function shownIn(club: Asking): Promise<Shown> {
  const { body } = await ask(club, member('', '/api/posts?page=1&limit=24'), 0)
  const { posts } = postPage.parse(JSON.parse(body))
  const [discussed] = posts.toSorted((one, other) => other.commentsCount - one.commentsCount)
  return { newest: posts[0]!.id, discussed: discussed!.id }
}

/** Measures pages of staff, and those of members and visitors as multiples of the demo club's. */
export async function measurePages(largeClub: Club, demoClub: Club): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const large = { ...largeClub, agent }
  const demo = { ...demoClub, agent }
  try {
    printLine('pages of staff')
    for (const page of [...staffPages(large.people), ...(await statementPages(large))])
      await measureStaffPage(large, page)

    printLine('pages of members and visitors')
    const pagesThere = everyonesPages(await shownIn(demo))
    for (const [index, page] of everyonesPages(await shownIn(large)).entries())
      await comparePage({ club: large, page }, { club: demo, page: pagesThere[index]! })
  } finally {
    agent.destroy()
  }
}

async function comparePage(ours: Asked, there: Asked): Promise<void> {
  const [large, demo] = await measure([ours, there])
  const name = `${ours.page.name} of ${ours.page.who}`
  recordFigure({ name, value: large!.p50, unit: 'ms' })
  const ratio = large!.p50 / demo!.p50
  const verdict = atMost({ name: `${name}, ratio`, value: ratio, unit: '× the demo club', limit: limitRatio })
  printLine(
    `  ${name.padEnd(28)} p50 ${large!.p50.toFixed(1).padStart(6)} ms   ${ratio.toFixed(2)} × the demo club’s ${demo!.p50.toFixed(1)} ms   ${verdict} ${limitRatio}   ${large!.kb.toFixed(1)} and ${demo!.kb.toFixed(1)} kB`,
  )
}
