import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { toClientConfig } from '#db/address.ts'
import { listenTo } from '#db/listen.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'

let home: TestDatabase
let speaker: Client
let doorkeeper: Client

beforeAll(async () => {
  home = await createTestDatabase()
  speaker = new Client(toClientConfig(home.address))
  await speaker.connect()
  // A database can be closed from another one only.
  doorkeeper = new Client(toClientConfig(inject('serverForTests')))
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
  // The ear would listen again a moment after its connection broke: nobody gets in until the word is lost.
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
