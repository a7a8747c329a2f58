import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'

let home: TestDatabase
let database: OpenDatabase
let other: OpenDatabase

const rows = [1, 2, 3, 4]

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.address, { maxConnections: 8 })
  other = openDatabase(home.address, { maxConnections: 8 })
  await database.pool.query('create table sums (id int primary key, sum int not null check (sum <= 1000))')
})

beforeEach(async () => {
  await database.pool.query('truncate sums')
  await database.pool.query('insert into sums select id, 0 from unnest($1::int[]) as id', [rows])
})

afterAll(async () => {
  await Promise.all([database.close(), other.close()])
  await home.drop()
})

type Kept = { sum: number; transaction: string }

const adding = ({ db }: OpenDatabase) => {
  const added = db
    .$with('added', {
      sum: sql<number>`sum`.as('sum'),
      transaction: sql<string>`transaction`.as('transaction'),
    })
    .as(
      sql`update sums set sum = sum + more.added
        from (select ${sql.placeholder('id')}::int as id, ${sql.placeholder('more')}::int as added) as more
        where sums.id = more.id returning sum, pg_current_xact_id()::text as transaction`,
    )
  const statement = db.shortWrites.with(added).select().from(added).prepare('adding')
  return async (id: number, more = 1): Promise<Kept> => (await statement.execute({ id, more }))[0]!
}

const sums = async () => {
  const found = await database.pool.query<{ sum: number }>('select sum from sums order by id')
  return found.rows.map(({ sum }) => sum)
}

/** Holds a row until the returned function is called. */
async function hold(id: number): Promise<() => Promise<void>> {
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from sums where id = $1 for update', [id])
  return async () => {
    await holder.query('commit')
    holder.release()
  }
}

/** The server process of the statement that waits for a row, once there is one. */
const waitingForRow = () =>
  vi.waitFor(async () => {
    const { rows: found } = await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return found[0]!.pid
  }, 120_000)

describe('short writes', () => {
  it('form one transaction per turn in one write, with separate results', async () => {
    const add = adding(database)
    await add(1)
    const client = await database.db.shortWrites.$client.connect()
    client.release()
    const written = vi.spyOn(client.connection.stream, '_writev')
    const kept = await Promise.all([add(2, 20), add(1, 10), add(3, 30), add(1, 100)])
    expect(kept.map(({ sum }) => sum)).toEqual([20, 11, 30, 111])
    expect(new Set(kept.map(({ transaction }) => transaction)).size).toBe(1)
    expect(written).toHaveBeenCalledTimes(1)
    written.mockRestore()
  })

  it('do not fail when the database rejects one of them', async () => {
    const add = adding(database)
    const outcomes = await Promise.allSettled([add(1, 1000), add(2, 1001), add(3, 999)])
    expect(outcomes).toMatchObject([
      { value: { sum: 1000 } },
      { reason: { cause: { code: '23514' } } },
      { value: { sum: 999 } },
    ])
    expect(await add(4, 5)).toMatchObject({ sum: 5 })
    expect(await sums()).toEqual([1000, 0, 999, 5])
  })

  it('wait for a locked row only where they need it', async () => {
    const add = adding(database)
    const letGo = await hold(1)
    let isKept = false
    const held = add(1).then(() => (isKept = true))
    await Promise.all([add(2), add(3)])
    await add(4)
    expect(isKept).toBe(false)
    await letGo()
    await held
    expect(await sums()).toEqual([1, 1, 1, 1])
  })

  it('lock rows in a fixed order, so two processes never deadlock', async () => {
    const add = adding(database)
    const letGo = await hold(2)
    const held = Promise.all([add(3), add(2)])
    await waitingForRow()
    const third = await database.pool.query('select from sums where id = 3 for update skip locked')
    expect(third.rowCount).toBe(1)
    await letGo()
    await held
    const theirs = adding(other)
    const ways = [rows, rows.toReversed()]
    for (let turn = 0; turn < 50; turn += 1)
      await Promise.all(
        [add, theirs].flatMap((each, index) => ways[(turn + index) % 2]!.map((id) => each(id))),
      )
    expect(await sums()).toEqual([100, 101, 101, 100])
  })

  it('fail with their connection, are not repeated later, and reconnect [R-06]', async () => {
    const add = adding(database)
    await add(4)
    const letGo = await hold(2)
    const lost = Promise.allSettled([add(1), add(2), add(3)])
    await database.pool.query('select pg_terminate_backend($1, 60000)', [await waitingForRow()])
    expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await letGo()
    await add(4)
    expect(await sums()).toEqual([0, 0, 0, 2])
  })
})
