import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientBase, DatabaseError, Pool, types } from 'pg'
import { type DatabaseAddress, toClientConfig } from './address.ts'
import { breakHungConnections } from './break-hung-connections.ts'
import { batchReads } from './batch-reads.ts'
import { rowWaitMs, batchWrites } from './batch-writes.ts'
import { type ChangeFeed, openChangeFeed } from './change-feed.ts'

export type Database = NodePgDatabase & {
  $client: Pool
  /** For prepared reads that take a millisecond or two, see `batchReads`. */
  shortReads: Pick<NodePgDatabase, 'select'> & { $client: Pool }
  /** What the connection of `shortReads` is notified of. */
  changes: ChangeFeed
  /** For prepared single-statement writes that take a millisecond or two, see `batchWrites`. */
  shortWrites: Pick<NodePgDatabase, 'with'> & { $client: Pool }
}
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** The database, or the transaction a query belongs to. */
export type Queryable = Database | Transaction

export type OpenDatabase = { pool: Pool; db: Database; close: () => Promise<void> }

/**
 * One connection each for short reads and short writes. A statement times out after 10 s (`statementMs`; 0 disables
 * it), waiting for a connection after 3 s. `answersWithinMs` abandons slower queries and connection attempts.
 * `onConnectionLost` may be called twice for one connection. bigints arrive as numbers, exact up to 2^53.
 */
export function openDatabase(
  address: DatabaseAddress,
  options: {
    maxConnections: number
    statementMs?: number
    answersWithinMs?: number
    onConnectionLost?: (error: Error) => void
  },
): OpenDatabase {
  // Drizzle uses the driver's global parsers, so this cannot be a pool setting.
  types.setTypeParser(types.builtins.INT8, Number)
  const within = options.answersWithinMs
  const settings = {
    ...toClientConfig(address),
    statement_timeout: options.statementMs ?? 10_000,
    idle_in_transaction_session_timeout: 20_000,
    ...(within === undefined ? {} : { query_timeout: within, connectionTimeoutMillis: within }),
  }
  const pool = new Pool({ ...settings, max: options.maxConnections })
  const short = { ...settings, max: 1, pipeline: true, onConnect: planOnce }
  const changes = openChangeFeed()
  const onConnect = async (client: ClientBase) => {
    await planOnce(client)
    await changes.listen(client)
  }
  const reads = new Pool({ ...short, onConnect })
  const writes = new Pool({ ...short, lock_timeout: rowWaitMs })
  // Without an error listener a database restart would end this process.
  const lost = (error: Error) => options.onConnectionLost?.(error)
  const stopLooking = [pool, reads, writes].map((each) => {
    each.on('error', lost)
    each.on('connect', (client) => client.on('error', lost))
    return breakHungConnections(each, address, lost)
  })
  const close = async () => {
    try {
      await Promise.all([pool.end(), reads.end(), writes.end()])
    } finally {
      // A connection still in use may be waiting for a hanging server.
      for (const stop of stopLooking) stop()
    }
  }
  const db = Object.assign(onPool(pool), {
    shortReads: drizzle(batchReads(reads, pool, () => changes.recordGap())),
    changes,
    shortWrites: drizzle(batchWrites(writes, pool)),
  })
  return { pool, db, close }
}

/** By default PostgreSQL plans some prepared statements each time, which costs more than running them. */
const planOnce = (client: ClientBase) => client.query('set plan_cache_mode = force_generic_plan')

/** Drizzle does not release a connection that breaks while `begin` runs, so the pool would run dry. */
function onPool(pool: Pool): NodePgDatabase & { $client: Pool } {
  const db = drizzle(pool)
  db.transaction = async (work, settings) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(work, settings)
    } finally {
      client.release()
    }
  }
  return db
}

/** Whether an error from Drizzle or the driver is a unique violation, of `constraint` if given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = error instanceof Error && !(error instanceof DatabaseError) ? error.cause : error
  if (!(cause instanceof DatabaseError) || cause.code !== '23505') return false
  return constraint === undefined || cause.constraint === constraint
}

/** For rules that no unique index can express. Take several keys in a fixed order to avoid deadlocks. */
export async function lockUntilCommit(tx: Transaction, ...keys: string[]): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${sql.param(keys)}::text[]) key`,
  )
}

/** Like `lockUntilCommit` without waiting; false when another transaction holds the key. */
export async function lockIfFree(tx: Transaction, key: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isOurs: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as "isOurs"`,
  )
  return rows[0]?.isOurs === true
}
