import { setTimeout as wait } from 'node:timers/promises'
import type { SocketConnection } from './address.ts'
import { onOneConnection } from './one-connection.ts'

const pauseMs = 25
// Replaying the journal after a power cut takes seconds; five minutes is a server that will never answer.
const limitMs = 5 * 60_000

/**
 * Waits until the server takes connections and holds our database, which it makes when it is missing.
 * Calls `onSlow` once when that takes more than a second. Throws when `gone` is signalled first or nothing answers for
 * five minutes.
 */
export async function untilServerAnswers(
  connection: SocketConnection,
  gone: AbortSignal,
  onSlow: () => void,
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    gone.throwIfAborted()
    try {
      return await makeDatabaseIfMissing(connection)
    } catch (error) {
      if (waitedMs >= limitMs) throw error
    }
    if (waitedMs === 40 * pauseMs) onSlow()
    await wait(pauseMs)
  }
}

async function makeDatabaseIfMissing(connection: SocketConnection): Promise<void> {
  await onOneConnection({ connection: { ...connection, database: 'postgres' } }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      connection.database,
    ])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
  })
}
