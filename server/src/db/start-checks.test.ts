import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { assertDurability, undurableSettings } from '#db/durability.ts'
import { openEmbeddedPostgres } from '#db/embedded-postgres.ts'
import { isPermanent } from '#db/start-failure.ts'
import { createEmptyDatabase } from '#testing/database.ts'
import { startError } from './postgres-process.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'start-checks-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

describe('a start', () => {
  it('checks the durability settings and requires them in production [R-04]', async () => {
    const home = await createEmptyDatabase()
    const first = openDatabase(home.address, { maxConnections: 1 })
    const name = sql.identifier(
      'url' in home.address ? new URL(home.address.url).pathname.slice(1) : home.address.connection.database,
    )
    await first.db.execute(sql`alter database ${name} set synchronous_commit = off`)
    await first.close()
    const { pool, close } = openDatabase(home.address, { maxConnections: 1 })
    const said: string[] = []
    const warn = (words: string) => void said.push(words)
    expect(await undurableSettings(pool)).toContain('synchronous_commit is off')
    await assertDurability(pool, { isProduction: false, warn })
    expect(said).toEqual([
      expect.stringMatching(/may lose committed data in a power failure: .*synchronous_commit is off/),
    ])
    await expect(assertDurability(pool, { isProduction: true, warn })).rejects.toThrow(
      'Turn it on at the server',
    )
    await pool.query('set synchronous_commit = on')
    expect(await undurableSettings(pool)).not.toContain('synchronous_commit is off')
    await close()
    await home.drop()
  })

  it.each([
    ['PANIC:  could not locate a valid checkpoint record at 0/1E2D3C8', 'DataDamaged'],
    ['FATAL:  could not open file "global/pg_control": No such file or directory', 'DataDamaged'],
    ['FATAL:  "/data/postgres/cluster" is not a valid data directory', 'DataDamaged'],
    ['PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device', 'DiskFull'],
    ['FATAL:  could not create shared memory segment: Cannot allocate memory', 'DatabaseUnavailable'],
    ['FATAL:  data directory "/data/postgres/cluster" has wrong ownership', 'ConfigProblem'],
    ['', 'DatabaseUnavailable'],
  ])('tells by "%s" what is damaged from what only stands in the way [R-04]', (said, name) => {
    const log = `2026-11-22 12:00:00.000 UTC [7] LOG:  starting PostgreSQL\n2026-11-22 12:00:00.000 UTC [7] ${said}\n`
    const failure = startError('/data/postgres', { how: 'exit code 1', log, error: null })
    expect(failure.name).toBe(name)
    const instead = { DiskFull: 'is full', ConfigProblem: 'with sudo -u' }[name]
    expect(failure.message).toContain(instead ?? said.replace(/^"/, ''))
    expect(isPermanent(failure)).toBe(name === 'DataDamaged' || name === 'DiskFull')
  })

  it('creates no new site where a database was lost or a restore interrupted [R-04, R-15]', async () => {
    mkdirSync(join(dataDir, 'media', 'files', 'ab'), { recursive: true })
    writeFileSync(join(dataDir, 'media', 'files', 'ab', 'kept'), 'kept')
    const said = () =>
      openEmbeddedPostgres({ dataDir, durable: false }).catch(
        ({ name, message }: Error) => `${name}: ${message}`,
      )
    expect(await said()).toBe(
      `DataDamaged: ${dataDir} has media but no database: set DATABASE_URL if the database is elsewhere, or restore a backup into a new folder.`,
    )
    mkdirSync(join(dataDir, 'restoring'))
    expect(await said()).toBe(
      `DataDamaged: A restore into ${dataDir} was interrupted: run it again, or delete its folder restoring.`,
    )
    expect(readdirSync(dataDir)).not.toContain('postgres')
  })
})
