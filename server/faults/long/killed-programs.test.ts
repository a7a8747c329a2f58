import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { checkBackup } from '#backups/check-backup.ts'
import { toClientConfig } from '#db/address.ts'
import { migrateDatabase, ourMigrations } from '#db/migrate.ts'
import { seededRandom } from '#demo/seeded-random.ts'
import { createEmptyDatabase, urlOf } from '#testing/database.ts'
import { progressReporter, report, numberFromEnv } from '#testing/test-report.ts'
import { runToPoint } from '../kill-programs.ts'
import { noise, published } from '../published.ts'
import { openSite } from '../site-process.ts'
import { crowdOn } from '../crowd.ts'

const source = (name: string) => fileURLToPath(new URL(`../../src/${name}.ts`, import.meta.url))
const upgrade = (url: string) => ({ file: source('testing/migrate-process'), args: [url], env: {} })
const tell = progressReporter()
const seed = numberFromEnv('FAULTS_SEED', 215)
const chosen = (points: string[]) =>
  seededRandom(seed, 'points').shuffled(points).slice(0, numberFromEnv('FAULTS_POINTS', 1000))

it(`leaves no partial backup when killed before any disk write (seed ${seed}) [R-02, R-15]`, async () => {
  const startedAt = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'touchline-killed-backup-'))
  const into = join(folder, 'backups')
  const site = await openSite(folder)
  const { creator } = await crowdOn(site, 3)
  await published(creator, 'A picture', await noise(300))
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
  const backup = { file: source('commands/backup'), args: ['--to', into, '--keep', '2'], env }
  const names = () => readdir(into).then((all) => all.filter((name) => name.startsWith('touchline-')))
  const whole = async () => {
    for (const name of await names()) await checkBackup(join(into, name))
  }
  /** Backups are named by the second. */
  const nextBackup = async (point: string | null) => {
    await pause(1000)
    return runToPoint(backup, point)
  }
  // Runs after there are other backups: it links their files and deletes old ones.
  for (let made = 0; made < 2; made += 1) expect(await nextBackup(null)).toMatchObject({ code: 0 })
  const { code, reached } = await nextBackup(null)
  expect([code, reached.length > 5]).toEqual([0, true])
  const killedAt = chosen(reached)
  for (const [index, point] of killedAt.entries()) {
    tell(`a backup: killed at ${index} of ${killedAt.length} points`)
    expect([point, (await nextBackup(point)).code]).toEqual([point, null])
    await whole()
    expect((await names()).length).toBeGreaterThanOrEqual(2)
    expect([point, (await nextBackup(null)).code]).toEqual([point, 0])
    await whole()
    expect((await readdir(into)).filter((name) => name.startsWith('.'))).toEqual([])
  }
  expect((await site.visitor().fetch('/readyz')).status).toBe(200)
  report(
    'R-15',
    `a backup beside a running site, ${reached.length} points, killed at ${killedAt.length} of them: each whole or not there, and the next one made`,
    { startedAt, seed },
  )
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

it(`leaves the old tables when killed during an upgrade, which the next start finishes (seed ${seed}) [R-02, R-16]`, async () => {
  const startedAt = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'touchline-killed-upgrade-'))
  await cp(ourMigrations, folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal: { entries: unknown[] } = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }))
  const known = readMigrationFiles({ migrationsFolder: ourMigrations })

  const earlier = async () => {
    const database = await createEmptyDatabase()
    await migrateDatabase(database.address, folder)
    return database
  }
  const found = await earlier()
  const { code, reached } = await runToPoint(upgrade(urlOf(found.address)), null)
  expect([code, reached.length > known.length]).toEqual([0, true])
  await found.drop()

  const database = await earlier()
  const client = new Client(toClientConfig(database.address))
  await client.connect()
  const steps = async () =>
    (await client.query('select count(*)::int as done from drizzle.__drizzle_migrations')).rows[0].done
  const killedAt = chosen(reached)
  for (const [index, point] of killedAt.entries()) {
    tell(`an upgrade: killed at ${index} of ${killedAt.length} points`)
    const { code: killed } = await runToPoint(upgrade(urlOf(database.address)), point)
    expect([point, killed, await steps()]).toEqual([point, null, 1])
  }
  expect((await runToPoint(upgrade(urlOf(database.address)), null)).code).toBe(0)
  expect(await steps()).toBe(known.length)
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
  report(
    'R-16',
    `an upgrade by ${known.length - 1} steps, ${reached.length} points, killed at ${killedAt.length} of them: nothing changed each time, and all of it by the next start`,
    { startedAt, seed },
  )
})
