import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type OpenDatabase, openDatabase } from './database.ts'

let home: TestDatabase
let database: OpenDatabase
const received: (string | null)[] = []

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.address, { maxConnections: 4 })
  database.db.changes.onChange((about) => received.push(about))
})

afterAll(async () => {
  await database.close()
  await home.drop()
})

const readShort = async (): Promise<number> => {
  const [row] = await database.db.shortReads
    .select({ pid: sql<number>`pg_backend_pid()` })
    .from(sql`(values (1)) as once`)
  return row!.pid
}
const change = (about: string) => database.pool.query(`select pg_notify('touchline_changes', $1)`, [about])

it('has received every acknowledged change when the result of a later short read arrives', async () => {
  await readShort()
  for (let round = 0; round < 200; round += 1) {
    received.length = 0
    // Others read all the time, so that the read is one of several of a batch.
    const others = Array.from({ length: 5 }, readShort)
    await change(String(round))
    await readShort()
    expect(received).toEqual([String(round)])
    await Promise.all(others)
  }
})

it('reports that anything may have changed when a change has no subject', async () => {
  await readShort()
  received.length = 0
  await change('')
  await readShort()
  expect(received).toEqual([null])
})

it('reports that anything may have changed, and that changes may be missed, on a new connection', async () => {
  const pid = await readShort()
  const quiet = database.db.changes.beginReads()
  await readShort()
  expect(quiet()).toBe(true)
  const broken = database.db.changes.beginReads()
  received.length = 0
  await database.pool.query('select pg_terminate_backend($1, 60000)', [pid])
  await change('missed')
  await expect.poll(() => readShort().catch(() => null)).not.toBeNull()
  expect([received, broken()]).toEqual([[null], false])
})

it('may miss changes while short reads go through other connections', () => {
  const wide = database.db.changes.beginReads()
  database.db.changes.recordGap()
  expect(wide()).toBe(false)
})
