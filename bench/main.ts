import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Post, postPage } from '@touchline/contract/posts.ts'
import { compileCache, serverProgram } from '../server/program.mjs'
import { databaseOf } from './fill-club.ts'
import { joined } from './join.ts'
import { type Answer, load, send, type Shot } from './load.ts'
import { cpuMsOf, residentMegabytesOf, untilIdle } from './process-cpu.ts'
import { type Running, running } from './site-under-test.ts'
import { atMost, median, printLine } from './report.ts'

const rounds = 7
const members = 100
const folder = mkdtempSync(join(tmpdir(), 'touchline-bench-'))

const env = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', NODE_COMPILE_CACHE: compileCache }
const startSite = () => running(serverProgram, env, /is ready at (http:\S+)/)
const startBare = ({ headers, body }: Answer) =>
  running(
    [
      fileURLToPath(new URL('bare-server.ts', import.meta.url)),
      // A file is too large for an argument.
      JSON.stringify({ headers, ...(headers['content-type']?.includes('json') ? { body } : {}) }),
    ],
    {},
    /(http:\S+)/,
  )

type Case = { name: string; limit: number; warmUp: number; perRound: number; shotAt: (index: number) => Shot }

async function cpuPerRequestMs(
  { pid, url }: Running,
  shotAt: (index: number) => Shot,
  count: number,
): Promise<number> {
  const before = cpuMsOf(pid)
  await load(url, shotAt, count)
  return (cpuMsOf(pid) - before) / count
}

/**
 * Measures the CPU of site and database per request, as a multiple of a bare server that sends the same bytes and
 * headers: medians of interleaved rounds.
 */
async function measure(
  site: Running,
  { name, limit, perRound, shotAt }: Case,
  answer: Answer,
): Promise<void> {
  let sent = 0
  const next = () => shotAt(sent++)
  const bare = await startBare(answer)
  try {
    await load(bare.url, next, 15_000)
    const ours: number[] = []
    const yardstick: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      yardstick.push(await cpuPerRequestMs(bare, next, 2000))
      ours.push(await cpuPerRequestMs(site, next, perRound))
    }
    const ratio = median(ours) / median(yardstick)
    const times = `${median(ours).toFixed(3)} ms against ${median(yardstick).toFixed(3)} ms, ${answer.body.length} bytes`
    printLine(
      `${name.padEnd(14)} ${ratio.toFixed(1).padStart(5)} × bare   ${atMost({ name, value: ratio, unit: '× bare', limit })} ${String(limit).padStart(2)}   (${times})`,
    )
  } finally {
    await bare.stop()
  }
}

/** The notices of each member, of which half are unread. */
const noticesEach = 40

/** Gives the members of this program notices about comments, as many as a busy month brings. */
async function fillBells(): Promise<void> {
  const { pool, close } = databaseOf(folder)
  await pool.query(
    `insert into notifications (id, kind, subject_id, person_id, happened_at, is_on_site)
    select gen_random_uuid(), 'mention', c.id, p.id, now(), true
    from (select id from people where email like 'bench-%') p,
      (select id from comments where removed_at is null order by created_at desc limit $1) c`,
    [noticesEach],
  )
  await pool.query(`
    insert into notification_settings (person_id, read_until)
    select p.id, (select n.id from notifications n where n.person_id = p.id order by n.id offset ${noticesEach / 2} limit 1)
    from people p where p.email like 'bench-%'
    on conflict (person_id) do update set read_until = excluded.read_until`)
  await close()
}

/** Returns the path of the first segment of the newest film. */
async function segmentPath(url: string, posts: Post[], cookie: string): Promise<string> {
  const firstOf = async (path: string) => {
    const list = await send(url, { method: 'GET', path, headers: { cookie } }, '127.0.0.1')
    const [first] = list.body.split('\n').filter((line) => line && !line.startsWith('#'))
    return new URL(first!, new URL(path, url)).pathname
  }
  return firstOf(await firstOf(posts.find(({ media }) => media?.streamUrl)!.media!.streamUrl!))
}

async function casesFor(url: string): Promise<Case[]> {
  const cookies: string[] = []
  for (let number = 1; number <= members; number += 1) cookies.push(await joined(url, number))
  await fillBells()
  const headers = { cookie: cookies[0]! }
  const feed = await send(url, { method: 'GET', path: '/api/posts?page=1&limit=24', headers }, '127.0.0.1')
  const [quiet, ...posts] = postPage.parse(JSON.parse(feed.body)).posts
  const segment = await segmentPath(url, [quiet!, ...posts], cookies[0]!)
  // Members are spread over the posts; with a single post the wait for its row lock would be measured.
  const postAt = (index: number) => `/api/posts/${posts[index % posts.length]!.id}`
  const read = (path: string) => ({
    // V8 optimizes the code of a route during its first 15,000 requests.
    warmUp: 15_000,
    perRound: 2000,
    // Requests of one member that arrive together share their session's read.
    shotAt: (index: number) => ({ method: 'GET', path, headers: { cookie: cookies[index % members]! } }),
  })
  return [
    { name: 'session check', limit: 3, ...read('/api/auth/user') },
    { name: 'feed page', limit: 6, ...read('/api/posts?page=1&limit=5') },
    { name: 'comment list', limit: 6, ...read(`/api/posts/${quiet!.id}/comments`) },
    { name: 'media segment', limit: 4, ...read(segment) },
    { name: 'bell', limit: 6, ...read('/api/notices') },
    { name: 'bell count', limit: 6, ...read('/api/notices/unread') },
    {
      name: 'like',
      limit: 8,
      // The rate limit allows sixty a minute per member.
      warmUp: 1000,
      perRound: 400,
      shotAt: (index) => ({
        method: index % 2 ? 'DELETE' : 'POST',
        path: `${postAt(index >> 1)}/like`,
        headers: { cookie: cookies[(index >> 1) % members]! },
      }),
    },
    {
      name: 'comment',
      limit: 11,
      // The rate limit allows ten a minute per member.
      warmUp: 250,
      perRound: 100,
      shotAt: (index) => ({
        method: 'POST',
        path: `${postAt(index)}/comments`,
        headers: { cookie: cookies[index % members]!, 'content-type': 'application/json' },
        body: JSON.stringify({ content: `Fair decision, number ${index}` }),
      }),
    },
  ]
}

async function main() {
  printLine('Opening the demo club for the first time …')
  const first = await startSite()
  const firstSeconds = first.readyMs / 1000
  printLine(
    `first start to ready   ${firstSeconds.toFixed(1)} s   ${atMost({ name: 'first start to ready', value: firstSeconds, unit: 's', limit: 60 })} 60`,
  )
  await first.stop()
  const site = await startSite()
  const readySeconds = site.readyMs / 1000
  printLine(
    `second start to ready  ${readySeconds.toFixed(1)} s    ${atMost({ name: 'second start to ready', value: readySeconds, unit: 's', limit: 5 })} 5`,
  )
  try {
    // Wait until the demo's videos are processed.
    await untilIdle(site.pid)
    const idle = residentMegabytesOf(site.pid)
    printLine(
      `idle memory            ${idle.toFixed(0)} MB   ${atMost({ name: 'idle memory', value: idle, unit: 'MB', limit: 130 })} 130, without the database`,
    )
    printLine('\nCPU per request, site and database together, in one run:')
    const cases = await casesFor(site.url)
    // Warm up everything first, so that the order of the cases does not matter.
    const answers: Answer[] = []
    for (const { shotAt, warmUp } of cases) answers.push(await load(site.url, shotAt, warmUp))
    for (const [index, one] of cases.entries()) await measure(site, one, answers[index]!)
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
