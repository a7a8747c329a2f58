import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { expect } from 'vitest'
import { newestIn } from '#backups/stored-backups.ts'
import { type Backup, type BackupOptions, makeBackup } from '#backups/make-backup.ts'
import { restoreBackup, type Target } from '#backups/restore-backup.ts'
import { type DatabaseAddress, newClient } from '#db/address.ts'
import type { Club } from './club.ts'
import { urlOf } from './database.ts'
import { databaseOf } from './other-process.ts'
import { excludedTables } from '#backups/dump-database.ts'

type Asked = Pick<Club, 'services'>

/** Backs up a club to its own folder, like the command. */
export async function backUpClub(club: Asked, more: Partial<BackupOptions> = {}): Promise<Backup> {
  const into = more.into ?? join(club.services.config.dataDir, 'backups')
  await mkdir(into, { recursive: true })
  return makeBackup({
    database: databaseOf(club),
    files: club.services.media,
    sandboxFile: null,
    secret: club.services.secret,
    passphrase: null,
    application: '0.0.0',
    into,
    previous: await newestIn(into),
    signal: new AbortController().signal,
    say: () => {},
    ...more,
  })
}

/** Restores a club's backup into `folder/data` and `database`, like the command. */
export async function restoreClub(
  { folder: from, manifest }: Backup,
  { club, folder, database }: { club: Asked; folder: string; database: DatabaseAddress },
  more: Partial<Target> = {},
): Promise<void> {
  const target = {
    dataDir: join(folder, 'data'),
    databaseUrl: urlOf(database),
    s3: null,
    sessionSecret: club.services.secret,
    backupPassphrase: null,
    ...more,
  }
  await restoreBackup({ folder: from, manifest, target, say: () => {} })
}

export const withoutExcluded = (content: object) =>
  Object.entries(content).filter(([table]) => !excludedTables.includes(table))

/** The row count and a checksum of every table. */
export async function contentOf(client: Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const found: [string, string][] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ content: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as content from ${client.escapeIdentifier(name)} t`,
    )
    found.push([name, rows[0]!.content])
  }
  return Object.fromEntries(found)
}

/** Every constraint and trigger of a database, and whether it is enabled. */
export async function rulesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ rule: string }>(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as rule
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     order by 1`,
  )
  return rows.map(({ rule }) => rule)
}

export async function ask<Result>(database: DatabaseAddress, work: (client: Client) => Promise<Result>) {
  const client = newClient(database)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Waits for the next second, because backups are named by it. */
export async function untilNextSecond<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(began)
  return work()
}

/** Mounts a full disk of 24 kB; false where mounting is not allowed. */
export function mounts(place: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24k', 'tmpfs', place], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
