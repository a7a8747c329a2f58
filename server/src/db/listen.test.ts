import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { newClient } from '#db/address.ts'
import { listenTo } from '#db/listen.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'

let home: TestDatabase
let speaker: Client
let doorkeeper: Client

beforeAll(async () => {
  home = await createTestDatabase()
  speaker = newClient(home.address)
  await speaker.connect()
  // A database can be closed from another one only.
  doorkeeper = newClient(inject('serverForTests'))
  await doorkeeper.connect()
})

afterAll(async () => {
  await speaker.end()
  await doorkeeper.end()
  await home.drop()
})

async function letIn(isOpen: boolean) {
  const { rows } = await speaker.query<{ name: string }>('select current_database() as name')
  const name = doorkeeper.escapeIdentifier(rows[0]!.name)
  await doorkeeper.query(`alter database ${name} allow_connections ${isOpen}`)
}

it('receives committed notifications, reconnects, and reports the gap', async () => {
  const heard: string[] = []
  const waiting: (() => void)[] = []
  const gap = Promise.withResolvers<void>()
  const ear = await listenTo(
    home.address,
    'hearts',
    (payload) => {
      heard.push(payload)
      waiting.shift()?.()
    },
    gap.resolve,
  )
  const nextMessage = () => new Promise<void>((resolve) => void waiting.push(resolve))
  const say = (payload: string) => speaker.query(`select pg_notify('hearts', $1)`, [payload])

  await speaker.query('begin')
  await say('never happened')
  await speaker.query('rollback')
  let next = nextMessage()
  await say('post-1')
  await next
  // Block new connections until the message is lost: the listener would reconnect at once.
  await letIn(false)
  await speaker.query(`select pg_terminate_backend(pid, 30000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await say('lost')
  await letIn(true)
  await gap.promise
  next = nextMessage()
  await say('post-2')
  await next
  await ear.close()
  expect(heard).toEqual(['post-1', 'post-2'])
})

/** A connection to the test server that silently drops everything once it is `cut`. */
async function openWay() {
  const { address } = home
  const url = 'url' in address ? new URL(address.url) : null
  const there =
    'connection' in address
      ? { path: `${address.connection.host}/.s.PGSQL.${address.connection.port}` }
      : { host: new URL(address.url).hostname, port: Number(new URL(address.url).port || 5432) }
  const ways: Socket[] = []
  const server = createServer((near) => {
    const far = connect(there)
    ways.push(near, far)
    for (const end of [near, far]) end.on('error', () => {})
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const here = { host: '127.0.0.1', port: bound && typeof bound === 'object' ? bound.port : 0 }
  if (url) url.host = `${here.host}:${here.port}`
  return {
    address: 'url' in address ? { url: url!.href } : { connection: { ...address.connection, ...here } },
    cut: () => ways.splice(0).forEach((end) => end.unpipe().pause()),
    close: () => server.close(),
  }
}

it('reconnects after the network path was lost silently [R-06]', async () => {
  const way = await openWay()
  const heard: string[] = []
  const gap = Promise.withResolvers<void>()
  const ear = await listenTo(way.address, 'hearts', (payload) => void heard.push(payload), gap.resolve, {
    everyMs: 200,
    answerMs: 2_000,
  })
  way.cut()
  await speaker.query(`select pg_notify('hearts', 'lost')`)
  await gap.promise
  await speaker.query(`select pg_notify('hearts', 'post-3')`)
  await expect.poll(() => heard).toEqual(['post-3'])
  await ear.close()
  way.close()
})
