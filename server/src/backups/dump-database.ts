import { createGzip } from 'node:zlib'
import { Readable } from 'node:stream'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { DatabaseAddress } from '#db/address.ts'
import { onOneConnection } from '#db/one-connection.ts'
import { backupFailure } from './backup-failure.ts'
import type { BackupTable, Manifest } from './manifest.ts'
import { waitingJobs } from './waiting-jobs.ts'
import { writeBackupFile } from './write-file.ts'

/**
 * Restoring a revoked session or link would revive it, and partial uploads and counters are worthless later.
 * A table that refers to one of these must be listed too.
 */
export const excludedTables = [
  'sessions',
  'saved_posts',
  'push_subscriptions',
  'password_resets',
  'sign_in_steps',
  'passkey_questions',
  'invitations',
  'uploads',
  'tries',
]

export type Dump = Pick<
  Manifest,
  'createdAt' | 'postgres' | 'migrations' | 'tables' | 'leftOut' | 'sequences' | 'jobs'
> & {
  mediaKeys: string[]
}

type Found = { name: string; columns: string[] }

// Tables of extensions are left out: `create extension` creates them.
const ourTables = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  group by 1 order by 1`
const ourSequences = `
  select sequencename as name, last_value::text as value from pg_sequences
  where schemaname = 'public' and last_value is not null order by 1`

/** Reads in one repeatable-read transaction while the site runs. Throws BackupFailure without a site's tables. */
export async function dumpDatabase(
  address: DatabaseAddress,
  folder: string,
  signal: AbortSignal,
): Promise<Dump> {
  return onOneConnection(address, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const migrations = await migrationsOf(client)
    const { rows: about } = await client.query<{ now: Date; version: string }>(
      `select now() as now, current_setting('server_version') as version`,
    )
    const { rows: found } = await client.query<Found>(ourTables)
    const tables: BackupTable[] = []
    for (const one of found)
      if (!excludedTables.includes(one.name)) tables.push(await dumpTable(client, one, folder, signal))
    const { rows: sequences } = await client.query<Manifest['sequences'][number]>(ourSequences)
    const jobs = await waitingJobs(client)
    const lines = jobs.map((job) => `${JSON.stringify(job)}\n`)
    return {
      createdAt: about[0]!.now.toISOString(),
      postgres: about[0]!.version,
      migrations,
      tables,
      leftOut: found.map(({ name }) => name).filter((name) => excludedTables.includes(name)),
      sequences,
      jobs:
        lines.length > 0 ? await writeBackupFile(folder, 'database/jobs.jsonl', Readable.from(lines)) : null,
      mediaKeys: found.some(({ name }) => name === 'media_files') ? await mediaKeysOf(client) : [],
    }
  })
}

async function migrationsOf(client: Client): Promise<number[]> {
  const { rows: tables } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as found`)
  if (tables[0].found === null)
    throw backupFailure('There is nothing to back up: this database has no Touchline tables.')
  const { rows } = await client.query('select created_at from drizzle.__drizzle_migrations order by 1')
  return rows.map((row) => Number(row.created_at))
}

async function dumpTable(client: Client, { name, columns }: Found, folder: string, signal: AbortSignal) {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const rows = client.query(copyTo(`copy public.${client.escapeIdentifier(name)} (${list}) to stdout`))
  const zip = createGzip({ level: 3 })
  // `pipe` does not forward errors, so destroy the gzip stream: `writeBackupFile` waits for that one.
  rows.once('error', (error) => zip.destroy(error))
  const file = await writeBackupFile(folder, `database/${name}.copy.gz`, rows.pipe(zip), signal)
  return { name, columns, rows: rows.rowCount, file }
}

/** The keys of the media files that exist now. Sealed media are stored in their row and need no file. */
export async function mediaKeysOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select key from public.media_files f where to_jsonb(f)->>'sealed' is null order by key`,
  )
  return rows.map(({ key }) => key)
}
