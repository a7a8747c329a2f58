import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toClientConfig } from '#db/address.ts'
import { listenTo } from '#db/listen.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'

let home: TestDatabase
let speaker: Client

beforeAll(async () => {
  home = await createTestDatabase()
  speaker = new Client(toClientConfig(home.address))
  await speaker.connect()
})

afterAll(async () => {
  await speaker.end()
  await home.drop()
})

it('hears what is committed on its channel, also after its connection broke, and says that it missed some', async () => {
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
  // Both in one breath: the ear listens again a moment after its connection broke.
  await speaker.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid();
    select pg_notify('hearts', 'lost')`)
  await gap.promise
  next = nextMessage()
  await say('post-2')
  await next
  await ear.close()
  expect(heard).toEqual(['post-1', 'post-2'])
})
