import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Client } from 'pg'
import type { DatabaseAddress } from './address.ts'
import { onOneConnection } from './one-connection.ts'
import { startFailure } from './start-failure.ts'
import { ConfigProblem } from '#config/config-problem.ts'

export const ourMigrations = fileURLToPath(new URL('migrations', import.meta.url))
const lockKey = 7_401_966

/** Migrates in one transaction; concurrent calls wait. Throws DatabaseTooNew for migrations of a newer version. */
export async function migrateDatabase(
  address: DatabaseAddress,
  migrationsFolder = ourMigrations,
): Promise<void> {
  // An advisory lock belongs to its session, so everything runs on this one connection.
  await onOneConnection(address, async (client) => {
    await refuseOtherEncoding(client)
    await refuseTransactionPooling(client, address)
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const known = readMigrationFiles({ migrationsFolder })
    refuseUnknownSteps(await stepsDone(client), known)
    await migrate(drizzle(client), { migrationsFolder }).catch((error: unknown) => {
      throw isNotPermitted(error) ? notTheOwner(client) : error
    })
    refuseSkippedSteps(await stepsDone(client), known)
  })
}

/** Throws DatabaseTooNew or DatabaseUnavailable, in commands that do not migrate. */
export async function refuseOtherVersion(address: DatabaseAddress): Promise<void> {
  await onOneConnection(address, async (client) => {
    const known = readMigrationFiles({ migrationsFolder: ourMigrations })
    const done = await stepsDone(client)
    refuseUnknownSteps(done, known)
    if (known.some((step) => !done.has(step.folderMillis)))
      throw startFailure(
        'DatabaseUnavailable',
        'This database is from an older Touchline: start the site once to upgrade it.',
      )
  })
}

/** Whether the database has data and lacks migrations of this version. False for a new or current one. */
export async function isOfEarlierVersion(address: DatabaseAddress): Promise<boolean> {
  return onOneConnection(address, async (client) => {
    const known = readMigrationFiles({ migrationsFolder: ourMigrations })
    const done = await stepsDone(client)
    return done.size > 0 && known.some((step) => !done.has(step.folderMillis))
  })
}

/** Names are compared in Unicode's normal form, which PostgreSQL supports in UTF-8 databases only. */
async function refuseOtherEncoding(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    `select current_setting('server_encoding') as encoding`,
  )
  const encoding = rows[0]?.encoding
  if (encoding !== 'UTF8')
    throw new ConfigProblem([
      `The database ${client.database} is encoded as ${encoding}: create one with "encoding 'UTF8' template template0" for DATABASE_URL.`,
    ])
}

/** Such a pooler, PgBouncer for one, lends the server process of an idle client to the next client. */
async function refuseTransactionPooling(client: Client, address: DatabaseAddress): Promise<void> {
  const backend = await backendPidOf(client)
  if (backend === (await onOneConnection(address, backendPidOf)))
    throw new ConfigProblem([
      'DATABASE_URL leads to a connection pooler in transaction mode, which loses notifications and locks: use the address of PostgreSQL itself. The site has a pool of its own.',
    ])
}

async function backendPidOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

/** PostgreSQL's insufficient_privilege. */
const isNotPermitted = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '42501') || isNotPermitted(error.cause))

const notTheOwner = ({ user, database }: Client) =>
  new ConfigProblem([
    `The user ${user} may not create tables in the database ${database}: make it the owner with "alter database ${database} owner to ${user}".`,
  ])

async function stepsDone(client: Client): Promise<Set<number>> {
  const { rows: tables } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as found`)
  if (tables[0].found === null) return new Set()
  const { rows } = await client.query('select created_at from drizzle.__drizzle_migrations')
  return new Set(rows.map((row) => Number(row.created_at)))
}

function refuseUnknownSteps(done: Set<number>, known: MigrationMeta[]): void {
  const unknown = [...done].filter((at) => !known.some((step) => step.folderMillis === at))
  if (unknown.length === 0) return
  throw startFailure(
    'DatabaseTooNew',
    'This database was last used by a newer Touchline: start that version, or restore a backup made with this one.',
  )
}

// Drizzle silently skips a migration that is older than the last one it ran, as a merge may bring in.
function refuseSkippedSteps(done: Set<number>, known: MigrationMeta[]): void {
  const skipped = known.filter((step) => !done.has(step.folderMillis))
  if (skipped.length === 0) return
  const times = skipped.map((step) => step.folderMillis).join(', ')
  throw new Error(`Migrations were skipped because newer ones had already run; generate them anew: ${times}`)
}
