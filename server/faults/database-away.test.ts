import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { once } from 'node:events'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { cookiesOf } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { openOwnDatabase, type OwnDatabase } from './separate-database.ts'
import { report } from '#testing/test-report.ts'

let database: OwnDatabase
let club: Club
let postId: string
let mediaUrl: string
let isClosed = false
beforeAll(async () => {
  database = await openOwnDatabase()
  // A hanging server could not be removed. Its last words find a site that no longer listens.
  const drop = async () => {
    database.endConnections()
    database.goOn()
    await database.drop()
  }
  club = await openClub({}, { database: { ...database, drop } })
  const body = new FormData()
  body.set('contentType', 'image')
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#258' } })
  body.set('media', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'photo.png')
  const { body: post } = await club.people.creator.call(api.posts.publish, { body })
  postId = post.id
  mediaUrl = post.mediaUrl!
})
afterAll(() => isClosed || club.close())

const everything = () => {
  const { member, otherMember } = club.people
  const params = { id: postId }
  return Promise.all([
    member.call(api.posts.list),
    member.call(api.posts.like, { params }),
    otherMember.call(api.comments.add, { params, body: { content: 'Still there?' } }),
    member.fetch(mediaUrl),
    member.fetch(`${mediaUrl}?`, { headers: { range: 'bytes=0-9' } }),
    club.visitor().fetch('/readyz'),
  ])
}
const statuses = async () => (await everything()).map(({ status }) => status)
const well = [200, 200, 201, 200, 206, 200]

async function notRefused(): Promise<unknown[]> {
  const answers = (await everything()).slice(0, -1)
  return [
    ...answers.filter(({ status }) => status !== 503).map(({ status }) => status),
    ...answers.filter(({ headers }) => headers.get('retry-after') !== '5').map(() => 'no time to come back'),
  ]
}

/** Whether the site is ready, as of a second ago at most, and whether its process is alive. */
const checks = async () => [
  (await club.visitor().fetch('/readyz')).status,
  (await club.visitor().fetch('/healthz')).status,
]

it('refuses everything while its database is unreachable, and recovers by itself [R-06]', async () => {
  expect(await statuses()).toEqual(well)
  const startedAt = performance.now()
  await database.cut()
  const cutAt = performance.now()
  expect(await notRefused()).toEqual([])
  const refusedMs = performance.now() - cutAt
  await expect.poll(checks).toEqual([503, 200])
  await database.start()
  const backAt = performance.now()
  await expect.poll(checks).toEqual([200, 200])
  expect(await statuses()).toEqual(well)
  const backMs = performance.now() - backAt
  report(
    'R-06',
    `cut off: everything refused with 503 within ${refusedMs.toFixed(0)} ms, all well ${backMs.toFixed(0)} ms after it was back`,
    { startedAt, seed: 0 },
  )
})

it('fails waiting requests while its database is silent [R-06]', async () => {
  const startedAt = performance.now()
  database.hang()
  try {
    expect(await notRefused()).toEqual([])
    const refusedMs = performance.now() - startedAt
    await expect.poll(checks).toEqual([503, 200])
    report('R-06', `hung: everything refused with 503 within ${refusedMs.toFixed(0)} ms`, {
      startedAt,
      seed: 0,
    })
  } finally {
    database.goOn()
  }
  await expect.poll(checks).toEqual([200, 200])
  expect(await statuses()).toEqual(well)
})

it('recovers with the next request after all its connections are closed [R-06]', async () => {
  const { db } = club.services
  await db.execute(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`,
  )
  const { member } = club.people
  await expect.poll(async () => (await member.call(api.posts.list)).status).toBe(200)
  expect(await statuses()).toEqual(well)
})

it('shuts down in order while its database hangs [R-14]', async () => {
  const { db, jobs } = club.services
  const { member } = club.people
  const headers = { cookie: cookiesOf(member), origin: club.url }
  const socket = new WebSocket(`${club.url.replace('http', 'ws')}/ws`, { headers })
  await once(socket, 'open')
  const [isHeld, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = db.transaction(async (tx) => {
    await tx.execute(sql`lock table webhook_events, letters`)
    isHeld.resolve()
    await mayGoOn.promise
    await tx.execute(sql`select 1`)
  })
  const failure = held.then(
    () => 'nothing',
    (error: unknown) => String(error),
  )
  await isHeld.promise
  // Its emails and payment events wait for that transaction.
  const joining = join(club).catch(() => null)
  const waiting = async () => {
    const { rows } = await db.execute<{ queries: number }>(
      sql`select count(*)::int as queries from pg_stat_activity where wait_event_type = 'Lock'`,
    )
    return rows[0]!.queries
  }
  await expect.poll(waiting).toBeGreaterThan(1)
  expect(jobs.isWorking()).toBe(true)
  database.hang()
  mayGoOn.resolve()
  const closing = club.close()
  isClosed = true
  await Promise.all([closing, joining])
  expect(await failure).toContain('Failed query')
  expect(jobs.isWorking()).toBe(false)
})
