import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'

let home: TestDatabase
let database: OpenDatabase

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.address, { maxConnections: 4 })
})

afterAll(async () => {
  await database.close()
  await home.drop()
})

type Asked = { pid: number; number: number }

const asking = ({ db }: OpenDatabase) =>
  db.shortReads
    .select({
      pid: sql<number>`pg_backend_pid()`.as('pid'),
      number: sql<number>`8 / ${sql.placeholder('number')}::int`.as('number'),
    })
    .from(sql`(values (1)) as once`)
    .prepare('asking')

/** Ends the connection these reads share, from another, and waits until it is gone. */
const breakOff = ({ pool }: OpenDatabase, pid: number) =>
  pool.query('select pg_terminate_backend($1, 60000)', [pid])

const numbersOf = (answers: Asked[]) => answers.map(({ number }) => number)

/** The way to the database of what is asked next. */
const streamOf = async ({ db }: OpenDatabase) => {
  const reads = db.shortReads.$client
  const client = await reads.connect()
  client.release()
  return client.connection.stream
}

describe('short reads', () => {
  it('sends the queries of one turn in one write, with separate results', async () => {
    const ask = asking(database)
    await ask.execute({ number: 1 })
    const written = vi.spyOn(await streamOf(database), '_writev')
    const answers = (await Promise.all([1, 2, 4, 8].map((number) => ask.execute({ number })))).flat()
    expect(numbersOf(answers)).toEqual([8, 4, 2, 1])
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1)
    expect(written).toHaveBeenCalledTimes(1)
    written.mockRestore()
  })

  it('plans a prepared statement once, not for each set of values', async () => {
    const ask = asking(database)
    for (const number of [1, 2, 4, 8]) await ask.execute({ number })
    const client = await database.db.shortReads.$client.connect()
    const { rows } = await client.query(
      `select custom_plans::int as custom from pg_prepared_statements where name = 'asking'`,
    )
    client.release()
    expect(rows).toEqual([{ custom: 0 }])
  })

  it('sends queries that arrive during a batch in one write', async () => {
    const { pool, db } = database
    const ask = asking(database)
    await ask.execute({ number: 1 })
    const written = vi.spyOn(await streamOf(database), '_writev')
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock(1)')
    const text = 'select pg_advisory_xact_lock($1)'
    const slow = db.shortReads.$client.query({ name: 'waiting for 1', text, values: [1] })
    const asked = []
    for (const number of [1, 2, 4]) {
      await new Promise(setImmediate)
      asked.push(ask.execute({ number }))
    }
    await holder.query('select pg_advisory_unlock(1)')
    holder.release()
    await slow
    expect(numbersOf((await Promise.all(asked)).flat())).toEqual([8, 4, 2])
    expect(written.mock.calls.length).toBeLessThanOrEqual(2)
    written.mockRestore()
  })

  it('use another connection while a result is slow', async () => {
    const { pool, db } = database
    const ask = asking(database)
    const usual = (await ask.execute({ number: 1 }))[0]!.pid
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock(1)')
    const text = 'select pg_advisory_xact_lock($1)'
    const long = db.shortReads.$client.query({ name: 'waiting', text, values: [1] })
    const asked: Promise<unknown>[] = []
    const pids = new Set<number>()
    await expect
      .poll(() => {
        asked.push(ask.execute({ number: 1 }).then((found) => pids.add(found[0]!.pid)))
        return pids.size
      })
      .toBeGreaterThan(0)
    expect(pids.has(usual)).toBe(false)
    await holder.query('select pg_advisory_unlock(1)')
    holder.release()
    await Promise.all([long, ...asked])
    pids.clear()
    await ask.execute({ number: 1 }).then((found) => pids.add(found[0]!.pid))
    expect([...pids]).toEqual([usual])
  })

  it('do not fail when one of them does', async () => {
    const ask = asking(database)
    const outcomes = await Promise.allSettled([1, 0, 2].map((number) => ask.execute({ number })))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(numbersOf(await ask.execute({ number: 8 }))).toEqual([1])
  })

  it('reconnect after their connection broke, idle or in use [R-06]', async () => {
    const ask = asking(database)
    const pidNow = async () => (await ask.execute({ number: 1 }))[0]!.pid
    const first = await pidNow()
    await breakOff(database, first)
    await expect.poll(() => database.db.shortReads.$client.totalCount).toBe(0)
    const next = await pidNow()
    expect(next).not.toBe(first)
    const text = 'select pg_sleep($1)'
    const under = database.db.shortReads.$client.query({ name: 'sleeping', text, values: [600] })
    const lost = Promise.allSettled([under, ask.execute({ number: 1 })])
    await breakOff(database, next)
    expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(numbersOf(await ask.execute({ number: 8 }))).toEqual([1])
  })
})
