import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { DatabaseError, Pool, types } from 'pg'
import { type DatabaseAddress, toClientConfig } from './address.ts'
import { breakHungConnections } from './break-hung-connections.ts'
import { batchReads } from './batch-reads.ts'
import { rowWaitMs, batchWrites } from './batch-writes.ts'

export type Database = NodePgDatabase & {
  $client: Pool
  /** For prepared reads that take a millisecond or two, see `batchReads`. */
  shortReads: Pick<NodePgDatabase, 'select'> & { $client: Pool }
  /** For prepared writes that are a whole act each and take a millisecond or two, see `writeTogether`. */
  shortWrites: Pick<NodePgDatabase, 'with'> & { $client: Pool }
}
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** What a query needs: the database itself, or the transaction it is to be part of. */
export type Queryable = Database | Transaction

export type OpenDatabase = { pool: Pool; db: Database; close: () => Promise<void> }

/**
 * Opens a pool on the database, and one connection more each for short reads and short writes. A statement may take 10
 * s (`statementMs`; 0 is as long as it needs), connecting or waiting for a free connection 3 s; on a server that says
 * nothing at all everything ends within about 10 s. bigint columns and counts arrive as numbers (exact up to 2^53).
 * With `answersWithinMs` a connection whose answer takes longer is given up, and so is one that cannot be had by then.
 * `onConnectionLost` hears of connections that broke, perhaps twice; the pool replaces them by itself.
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
  // Drizzle asks the parsers of the driver itself, so this cannot be a setting of the pool.
  types.setTypeParser(types.builtins.INT8, Number)
  const within = options.answersWithinMs
  const settings = {
    ...toClientConfig(address),
    statement_timeout: options.statementMs ?? 10_000,
    idle_in_transaction_session_timeout: 20_000,
    ...(within === undefined ? {} : { query_timeout: within, connectionTimeoutMillis: within }),
  }
  const pool = new Pool({ ...settings, max: options.maxConnections })
  const reads = new Pool({ ...settings, max: 1, pipeline: true })
  const writes = new Pool({ ...settings, max: 1, pipeline: true, lock_timeout: rowWaitMs })
  // Without a listener a server restart would end this process. The pool listens to those that wait in it; one that is
  // lent to a transaction says so itself, and what the transaction asks of it fails.
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
      // What was still lent may have waited for a server that hangs.
      for (const stop of stopLooking) stop()
    }
  }
  const db = Object.assign(onPool(pool), {
    shortReads: drizzle(batchReads(reads, pool)),
    shortWrites: drizzle(batchWrites(writes, pool)),
  })
  return { pool, db, close }
}

/** Drizzle itself never gives a connection back that breaks as its transaction begins: the pool would run dry. */
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

/** True when the error, from Drizzle or the driver, is a broken unique rule (of that name, if one is given). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = error instanceof Error && !(error instanceof DatabaseError) ? error.cause : error
  if (!(cause instanceof DatabaseError) || cause.code !== '23505') return false
  return constraint === undefined || cause.constraint === constraint
}

/**
 * Waits until no other transaction holds `key`, and holds it until this one ends.
 * For rules that span rows no unique index can express; take keys in one order to avoid deadlocks.
 */
export async function lockUntilCommit(tx: Transaction, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** The same without waiting: false when another transaction holds it. */
export async function lockIfFree(tx: Transaction, key: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isOurs: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as "isOurs"`,
  )
  return rows[0]?.isOurs === true
}
