import { hash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenDatabase } from '../server/src/db/database.ts'
import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { openLoop } from './open-loop.ts'
import { untilIdle } from './process-cpu.ts'
import { atMost, median, recordFigure, printLine } from './report.ts'
import { openEmptySite } from './site-under-test.ts'

/*
 * Measures a new post in a club of 100,000 members: how long the site takes to write a notification and an email for
 * each of them, and pages of the feed in the meantime against pages before. `BENCH_MEMBERS=10000` runs it smaller.
 */

const members = Number(process.env['BENCH_MEMBERS'] ?? 100_000)
const writtenMs = 60_000
const slowerBy = 2
const perSecond = 60
const idleSeconds = 30
/** The site looks for new events every minute. */
const busySeconds = 120
const windowSeconds = 5

const feed = '/api/posts?page=1&limit=5'
const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

async function signInCreator({ pool }: OpenDatabase): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    `insert into sessions (id, token_hash, person_id, created_at, last_seen_at, confirmed_at, expires_at)
    select gen_random_uuid(), $1, id, now(), now(), now(), now() + interval '20 days' from people where role = 'creator'`,
    [hash('sha256', token, 'hex')],
  )
  return `touchline_session=${token}`
}

async function publish(url: string, cookie: string): Promise<string> {
  const body = new FormData()
  for (const [name, value] of [
    ['title', 'To everybody'],
    ['content', 'Extra time.'],
    ['contentType', 'text'],
  ])
    body.set(name!, value!)
  const reply = await fetch(`${url}/api/posts`, { method: 'POST', headers: { cookie, origin: url }, body })
  if (reply.status !== 201) throw new Error(`publishing: ${reply.status} ${await reply.text()}`)
  const { id }: { id: string } = await reply.json()
  return id
}

/** The moment that a UUIDv7 was made, in milliseconds. */
const madeAt = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** Resolves with the milliseconds from making the first notification of a post until their transaction is seen. */
async function writing({ pool }: OpenDatabase, postId: string): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ at: Date; id: string; count: number }>(
      `select clock_timestamp() as at, id, (count(*) over ())::int as count from notifications where subject_id = $1
        order by id limit 1`,
      [postId],
    )
    const [first] = rows
    if (first) {
      printLine(`${first.count.toLocaleString('en')} rows`)
      return first.at.getTime() - madeAt(first.id)
    }
    await wait(50)
  }
}

async function main() {
  const site = await openEmptySite()
  try {
    const database = databaseOf(site.folder)
    await database.pool.query('set statement_timeout = 0')
    const cookies = await addMembers(database.pool, members)
    await addPosts(database, 500)
    const creator = await signInCreator(database)
    await untilIdle(site.pid)
    const { host } = new URL(site.url)
    const textAt = (index: number) =>
      `GET ${feed} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookies[index % 1000]!}\r\n\r\n`
    await openLoop(site.url, textAt, { perSecond, seconds: 10 })
    const idle = p99((await openLoop(site.url, textAt, { perSecond, seconds: idleSeconds })).ok)
    recordFigure({ name: 'a page of the feed before, p99', value: idle, unit: 'ms' })

    const postId = await publish(site.url, creator)
    const written = writing(database, postId)
    const ok: number[] = []
    let refused = 0
    for (let passed = 0; passed < busySeconds; passed += windowSeconds) {
      const part = await openLoop(site.url, textAt, { perSecond, seconds: windowSeconds })
      ok.push(...part.ok)
      refused += part.turnedAway.length + part.failed
      printLine(`  ${passed} s: p50 ${median(part.ok).toFixed(0)} ms, p99 ${p99(part.ok).toFixed(0)} ms`)
    }
    const tookMs = await written
    const {
      rows: [left],
    } = await database.pool.query<{ waiting: number }>(
      'select count(*)::int as waiting from notifications where email_due_at is not null',
    )
    const name = `the notifications of a post to ${members.toLocaleString('en')} members`
    printLine(
      `${name}: ${(tookMs / 1000).toFixed(1)} s ${atMost({ name, value: tookMs / 1000, unit: 's', limit: writtenMs / 1000 })} ${writtenMs / 1000}, ${left?.waiting} emails are still to be written after ${busySeconds} s`,
    )
    const ratio = p99(ok) / idle
    printLine(
      `pages of the feed, p99: ${p99(ok).toFixed(1)} ms against ${idle.toFixed(1)} ms, ${ratio.toFixed(2)} × ${atMost({ name: 'a page of the feed meanwhile, p99', value: ratio, unit: '× before', limit: slowerBy })} ${slowerBy}; ${refused} refused or failed`,
    )
    await database.close()
  } finally {
    await site.close()
  }
}

await main()
