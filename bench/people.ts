import { Agent } from 'node:http'
import { hash, randomBytes } from 'node:crypto'
import { namesOf } from './fill-books.ts'
import { databaseOf } from './fill-club.ts'
import { send } from './load.ts'
import { atMost, median, printLine } from './report.ts'
import { openEmptySite } from './site-under-test.ts'

/* Measures an admin's pages of people and searches among 100,000 of them, from outside the server. */

const size = 100_000
const turns = 60
const warmUp = 5
const limitMs = 50
/** A single admin would reach the rate limit. */
const admins = 20

type Case = { name: string; path: (turn: number) => string }

const listed = (query: string) => `/api/admin/users?${query}`
const searched = (words: string) => listed(`limit=20&search=${encodeURIComponent(words)}`)
const pages: Case[] = [
  { name: 'first page', path: () => listed('limit=20') },
  { name: 'pages 2 to 9', path: (turn) => listed(`limit=20&page=${2 + (turn % 8)}`) },
  { name: 'middle page', path: (turn) => listed(`limit=20&page=${size / 40 + (turn % 5)}`) },
  { name: 'last page', path: () => listed(`limit=20&page=${size / 20}`) },
]
const searches: Case[] = [
  { name: 'everybody', path: () => searched('bench') },
  { name: 'a first name', path: () => searched('renee') },
  { name: 'three letters', path: () => searched('kal') },
  { name: 'both names', path: () => searched('ren kalo') },
  { name: 'one address', path: (turn) => searched(`person-${50_000 + turn}@bench.example`) },
  { name: 'no match', path: () => searched('offside trap') },
  { name: 'wildcards', path: () => searched('%%__') },
]

/** Adds signed-in admins and everyone else, every thousandth blocked; returns the admins' cookies. */
async function fill(folder: string): Promise<string[]> {
  const { pool, close } = databaseOf(folder)
  const tokens = Array.from({ length: admins }, () => randomBytes(32).toString('base64url'))
  await pool.query('set statement_timeout = 0')
  await pool.query(
    `with added as (
      insert into people (id, email, first_name, role, created_at)
      select gen_random_uuid(), 'admin-' || n || '@bench.example', 'Ada', 'admin', now()
      from generate_series(1, $1::int) n returning id
    ), numbered as (
      select id, row_number() over () as n from added
    )
    insert into sessions (id, token_hash, person_id, created_at, last_seen_at, confirmed_at, expires_at)
    select gen_random_uuid(), ($2::text[])[n], id, now(), now(), now(), now() + interval '20 days' from numbered`,
    [admins, tokens.map((token) => hash('sha256', token, 'hex'))],
  )
  await pool.query(
    `insert into people (id, email, first_name, last_name, role, is_blocked, created_at)
    select gen_random_uuid(), 'person-' || n || '@bench.example',
      ${namesOf('n')},
      'subscriber', n % 1000 = 0, now() - n * interval '7 minutes'
    from generate_series(1, $1::int) n`,
    [size],
  )
  await pool.query(`
    insert into memberships (id, person_id, customer_id, subscription_id, status, paid_through, price_cents,
      period_end, started_at, is_current, synced_at)
    select gen_random_uuid(), id, 'cus_' || id, 'sub_' || id, 'active', now() + interval '20 days', 1299,
      now() + interval '20 days', now(), true, now()
    from people where role = 'subscriber'`)
  await pool.query(`
    insert into blocks (id, person_id, reason, starts_at)
    select gen_random_uuid(), id, 'Spam or advertising', now() from people where is_blocked`)
  await pool.query('vacuum analyze')
  await close()
  return tokens.map((token) => `touchline_session=${token}`)
}

async function main() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const site = await openEmptySite()
  const msFor = async (path: string, cookie: string) => {
    const startedAt = performance.now()
    await send(site.url, { method: 'GET', path, headers: { cookie } }, '127.0.0.1', agent)
    return performance.now() - startedAt
  }
  try {
    const startedAt = performance.now()
    const cookies = await fill(site.folder)
    printLine(`${size} people are there after ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
    for (const [title, cases] of [
      ['pages', pages],
      ['searches', searches],
    ] as const) {
      const all: number[] = []
      for (const { name, path } of cases) {
        const times: number[] = []
        for (let turn = 0; turn < warmUp + turns; turn += 1) {
          const took = await msFor(path(turn), cookies[turn % admins]!)
          if (turn >= warmUp) times.push(took)
        }
        all.push(...times)
        const p50 = median(times)
        printLine(
          `  ${name.padEnd(16)} p50 ${p50.toFixed(1).padStart(6)} ms   ${atMost({ name: `${title}, ${name}`, value: p50, unit: 'ms', limit: limitMs })} ${limitMs}`,
        )
      }
      const p50 = median(all)
      printLine(
        `${title.padEnd(18)} p50 ${p50.toFixed(1).padStart(6)} ms   ${atMost({ name: title, value: p50, unit: 'ms', limit: limitMs })} ${limitMs}`,
      )
    }
  } finally {
    agent.destroy()
    await site.close()
  }
}

await main()
