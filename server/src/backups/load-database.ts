import { createReadStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as z from 'zod/mini'
import type { DatabaseAddress } from '#db/address.ts'
import { halfRestored, markHalfRestored, unmarkHalfRestored } from '#db/half-restored.ts'
import { migrateDatabase, ourMigrations } from '#db/migrate.ts'
import { onOneConnection } from '#db/one-connection.ts'
import { backupFailure } from './backup-failure.ts'
import type { BackupTable, Manifest } from './manifest.ts'
import { requeueJobs, readJobs } from './waiting-jobs.ts'

const emailHeldText =
  'Held back: the site was restored from a backup and may have sent this already. Try again if it did not.'

const draftHeldText =
  'The site was restored from a backup, and this may have been published before. Publish it again if it is missing.'

/** How each table is changed after a restore, if the database of the backup has it and the column. */
const heldBack: { table: string; column?: string; statement: string; values: unknown[] }[] = [
  {
    table: 'letters',
    statement: `update letters set state = 'failed', problem = $1 where state = 'waiting'`,
    values: [emailHeldText],
  },
  { table: 'notification_events', statement: 'delete from notification_events', values: [] },
  {
    table: 'notifications',
    column: 'is_email_due',
    statement: `update notifications set is_email_due = false, is_push_due = false where is_email_due or is_push_due`,
    values: [],
  },
  {
    table: 'notifications',
    column: 'email_due_at',
    statement: `update notifications set email_due_at = null, push_due_at = null where email_due_at is not null or push_due_at is not null`,
    values: [],
  },
  {
    table: 'drafts',
    statement: `update drafts set publish_at = null, not_published = $1 where publish_at <= now()`,
    values: [draftHeldText],
  },
]

/** Stops a restored site from sending anything twice. */
async function holdBackDeliveries(client: Client): Promise<void> {
  for (const { table, column, statement, values } of heldBack) {
    const { rowCount } = await client.query(
      `select from information_schema.columns
      where table_schema = 'public' and table_name = $1 and ($2::text is null or column_name = $2)`,
      [table, column ?? null],
    )
    if (rowCount) await client.query(statement, values)
  }
}

const journal = z.looseObject({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) })

const seededTables = new Set(['ledger_terms'])

/** Throws BackupFailure. Our own tables without rows are allowed: a restore that failed midway leaves them. */
export async function refuseNonEmptyDatabase(database: DatabaseAddress): Promise<void> {
  await onOneConnection(database, async (client) => {
    const { rows: found } = await client.query<{ name: string }>(
      `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
         and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`,
    )
    const { rows: ours } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as steps`)
    const filled: string[] = []
    for (const { name } of found)
      if (ours[0].steps === null || (!seededTables.has(name) && (await hasRows(client, name))))
        filled.push(name)
    if (filled.length > 0)
      throw backupFailure(
        `The database is not empty (it has ${filled.slice(0, 3).join(', ')}): a backup can only be restored into an empty database. Set DATABASE_URL to another one.`,
      )
  })
}

async function hasRows(client: Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(`select from public.${client.escapeIdentifier(table)} limit 1`)
  return rowCount !== 0
}

/** True after an interrupted restore of this backup. Throws BackupFailure when the rows belong to another one. */
export async function isHalfRestoredFrom(
  database: DatabaseAddress,
  { createdAt }: Manifest,
): Promise<boolean> {
  const backup = await halfRestored(database)
  if (backup !== null && backup !== createdAt)
    throw backupFailure(
      `A restore of another backup (${backup}) into this database was interrupted: run that one again, or set DATABASE_URL to an empty database.`,
    )
  return backup !== null
}

/**
 * Loads the rows in one transaction and migrates them to this version; continues an interrupted restore.
 * The database stays half restored until `finishDatabase`. Throws BackupFailure for a backup of a newer version.
 */
export async function loadDatabase(
  database: DatabaseAddress,
  folder: string,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<void> {
  if (!(await isHalfRestoredFrom(database, manifest))) {
    await migrateAsFarAs(database, manifest.migrations)
    await onOneConnection(database, (client) => loadRows(client, { folder, manifest, signal }))
  }
  await migrateDatabase(database)
  await onOneConnection(database, (client) => client.query('analyze'))
}

/** Requeues the waiting jobs and clears the half-restored mark in one transaction. */
export async function finishDatabase(
  database: DatabaseAddress,
  folder: string,
  { jobs }: Manifest,
): Promise<void> {
  const waiting = jobs ? readJobs(await readFile(join(folder, jobs.path), 'utf8')) : []
  await requeueJobs(database, waiting, unmarkHalfRestored)
}

async function migrateAsFarAs(database: DatabaseAddress, done: number[]): Promise<void> {
  const { entries, ...rest } = journal.parse(
    JSON.parse(await readFile(join(ourMigrations, 'meta', '_journal.json'), 'utf8')),
  )
  const known = entries.filter(({ when }) => done.includes(when))
  if (known.length < done.length)
    throw backupFailure('This backup was made by a newer Touchline: restore it with that version.')
  const steps = await mkdtemp(join(tmpdir(), 'touchline-migrations-'))
  try {
    for (const { tag } of known) await copyFile(join(ourMigrations, `${tag}.sql`), join(steps, `${tag}.sql`))
    await mkdir(join(steps, 'meta'))
    await writeFile(join(steps, 'meta', '_journal.json'), JSON.stringify({ ...rest, entries: known }))
    await migrateDatabase(database, steps)
  } finally {
    await rm(steps, { recursive: true })
  }
}

const foreignKeys = `
  select c.conname as name, c.conrelid::regclass::text as "table", pg_get_constraintdef(c.oid) as rule
  from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1`

// Some of our triggers are `enable always`; a plain `enable` would lose that.
const triggers = `
  select tgname as name, tgrelid::regclass::text as "table",
    case tgenabled when 'A' then 'enable always' else 'enable' end as enable
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not tgisinternal and tgenabled in ('A', 'O') and c.relnamespace = 'public'::regnamespace order by 1`

type Loading = { folder: string; manifest: Manifest; signal: AbortSignal | undefined }

type Trigger = { name: string; table: string; enable: string }

/**
 * Disables triggers, because the rows they would write are in the backup, and re-adds foreign keys at the end, which
 * checks them. This needs the owner of the tables, not a superuser.
 */
async function loadRows(client: Client, loading: Loading): Promise<void> {
  const { manifest, signal } = loading
  const { tables, sequences } = manifest
  const quoted = (name: string) => client.escapeIdentifier(name)
  await client.query('begin')
  const { rows: rules } = await client.query<{ name: string; table: string; rule: string }>(foreignKeys)
  for (const { name, table } of rules)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  const { rows: inForce } = await client.query<Trigger>(triggers)
  for (const { name, table } of inForce)
    await client.query(`alter table ${table} disable trigger ${quoted(name)}`)
  // Migrations insert rows into some tables.
  for (const { name } of tables) await client.query(`delete from public.${quoted(name)}`)
  for (const table of tables) await loadTable(client, loading, table)
  for (const { name, value } of sequences)
    await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, value])
  for (const { name, table, rule } of rules)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${rule}`)
  for (const { name, table, enable } of inForce)
    await client.query(`alter table ${table} ${enable} trigger ${quoted(name)}`)
  await holdBackDeliveries(client)
  await markHalfRestored(client, manifest.createdAt)
  signal?.throwIfAborted()
  await client.query('commit')
}

async function loadTable(
  client: Client,
  { folder, signal }: Loading,
  { name, columns, rows, file }: BackupTable,
): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const into = client.query(copyFrom(`copy public.${client.escapeIdentifier(name)} (${list}) from stdin`))
  await pipeline(createReadStream(join(folder, file.path)), createGunzip(), into, signal ? { signal } : {})
  if (into.rowCount !== rows)
    throw backupFailure(`The table ${name} has ${into.rowCount} rows instead of ${rows}: use another backup.`)
}
