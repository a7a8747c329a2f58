import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUniqueViolation, lockUntilCommit, type OpenDatabase, openDatabase } from '#db/database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'

let home: TestDatabase
let database: OpenDatabase

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.address, { maxConnections: 4 })
  await database.db.execute(sql`create table names (name text constraint names_name_key unique, seen bigint)`)
})

afterAll(async () => {
  await database.close()
  await home.drop()
})

describe('the database', () => {
  it('recognises a unique violation, by name where one is given', async () => {
    const insert = () => database.db.execute(sql`insert into names values ('Ada', 1)`)
    await insert()
    const error = await insert().catch((thrown: unknown) => thrown)
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'names_name_key')).toBe(true)
    expect(isUniqueViolation(error, 'people_email_key')).toBe(false)
    const raw = await database.pool
      .query(`insert into names values ('Ada', 1)`)
      .catch((thrown: unknown) => thrown)
    expect(isUniqueViolation(raw, 'names_name_key')).toBe(true)
    const other = await database.db.execute(sql`select 1 / 0`).catch((thrown: unknown) => thrown)
    expect(isUniqueViolation(other)).toBe(false)
    expect(isUniqueViolation(new Error('lost'))).toBe(false)
  })

  it('survives a connection that breaks during a transaction [R-06]', async () => {
    const { promise: broke, resolve: isBroken } = Promise.withResolvers<Error>()
    const own = openDatabase(home.address, { maxConnections: 2, onConnectionLost: isBroken })
    const work = own.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await own.db.execute(sql`select pg_terminate_backend(${rows[0]!.pid})`)
      await broke
      await tx.execute(sql`select 1`)
    })
    await expect(work).rejects.toThrow('Failed query')
    expect((await own.db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
    await own.close()
  })

  it('releases a connection that breaks as a transaction begins [R-06]', async () => {
    const own = openDatabase(home.address, { maxConnections: 1 })
    own.pool.once('acquire', (client) => client.connection.stream.destroy())
    await expect(own.db.transaction(async () => {})).rejects.toThrow('Failed query: begin')
    expect((await own.db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
    await own.close()
  })

  it('returns counts and bigints as numbers', async () => {
    const { rows } = await database.db.execute(
      sql`select count(*) as n, 9007199254740991::bigint as most from names`,
    )
    expect(rows).toEqual([{ n: 1, most: Number.MAX_SAFE_INTEGER }])
  })

  it('grants an advisory lock to one transaction at a time', async () => {
    const steps: string[] = []
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const first = database.db.transaction(async (tx) => {
      await lockUntilCommit(tx, 'invite:1')
      isHeld()
      await mayEnd
      steps.push('first')
    })
    await held
    const second = database.db.transaction(async (tx) => {
      await lockUntilCommit(tx, 'invite:1')
      steps.push('second')
    })
    await database.db.transaction(async (tx) => {
      await lockUntilCommit(tx, 'invite:2')
      steps.push('another key')
    })
    end()
    await Promise.all([first, second])
    expect(steps).toEqual(['another key', 'first', 'second'])
  })
})
