import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toClientConfig } from '#db/address.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#testing/database.ts'

// Later than any real migration, which the test database already has.
const first = { when: 4_000_000_000_000, statement: 'create table balls (id int primary key)' }
const second = { when: 4_000_000_000_001, statement: 'alter table balls add column weight int' }
const merged = { when: 3_999_999_999_999, statement: 'create table whistles (id int)' }
let home: TestDatabase
let folder: string

beforeEach(async () => {
  home = await createTestDatabase()
  await ask('drop schema if exists drizzle cascade')
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
})

afterEach(async () => {
  await home.drop()
  rmSync(folder, { recursive: true })
})

describe('migrating', () => {
  it('runs each migration once when several processes start together', async () => {
    write([first, second])
    await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(home.address, folder)))
    expect(await ask('select count(*)::int as n from drizzle.__drizzle_migrations')).toEqual([{ n: 2 }])
    expect(await ask('select id, weight from balls')).toEqual([])
  })

  it('rejects a database that a newer version has used', async () => {
    write([first, second])
    await migrateDatabase(home.address, folder)
    write([first])
    await expect(migrateDatabase(home.address, folder)).rejects.toMatchObject({
      name: 'DatabaseTooNew',
      message: expect.stringMatching(/^This database was last used by a newer Touchline: .*$/),
    })
  })

  it('rolls everything back when one migration fails', async () => {
    write([first, { ...second, statement: 'alter table bats add column weight int' }])
    await expect(migrateDatabase(home.address, folder)).rejects.toThrow(/bats/)
    expect(await ask(`select to_regclass('balls') as balls`)).toEqual([{ balls: null }])
    write([first, second])
    await migrateDatabase(home.address, folder)
    expect(await ask('select id, weight from balls')).toEqual([])
  })

  it('reports a skipped migration that a merge inserted', async () => {
    write([first, second])
    await migrateDatabase(home.address, folder)
    write([merged, first, second])
    await expect(migrateDatabase(home.address, folder)).rejects.toThrow(/skipped/)
  })

  it.each(['SQL_ASCII', 'LATIN1'])('refuses a database encoded as %s', async (encoding) => {
    const other = await createEmptyDatabase(`encoding '${encoding}' locale 'C' template template0`)
    await expect(migrateDatabase(other.address)).rejects.toThrow(
      `is encoded as ${encoding}: create one with "encoding 'UTF8' template template0"`,
    )
    await other.drop()
  })

  it('names the missing privileges', async () => {
    const empty = await createEmptyDatabase()
    const user = `visitor_${process.pid}`
    await ask(`create role ${user} login`)
    const address =
      'url' in empty.address
        ? { url: Object.assign(new URL(empty.address.url), { username: user }).href }
        : { connection: { ...empty.address.connection, user } }
    await expect(migrateDatabase(address)).rejects.toThrow(
      /^The user visitor_\d+ may not create tables .* owner to/,
    )
    await empty.drop()
    await ask(`drop role ${user}`)
  })
})

function write(steps: { when: number; statement: string }[]): void {
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const entries = steps.map(({ when }, idx) => ({
    idx,
    version: '7',
    when,
    tag: `step-${when}`,
    breakpoints: true,
  }))
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }))
  for (const step of steps) writeFileSync(join(folder, `step-${step.when}.sql`), step.statement)
}

async function ask(query: string): Promise<unknown[]> {
  const client = new Client(toClientConfig(home.address))
  await client.connect()
  const { rows } = await client.query(query)
  await client.end()
  return rows
}
