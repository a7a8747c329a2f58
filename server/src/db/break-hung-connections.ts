import type { Pool, PoolClient } from 'pg'
import { type DatabaseAddress, newClient } from './address.ts'

const checkEveryMs = 1_000
const maxWaitMs = 5_000

/**
 * Destroys connections in use for more than 5 s while the server accepts no new ones: then the server's own timeouts
 * never arrive. A merely slow statement is left alone. Returns the function that stops checking.
 */
export function breakHungConnections(
  pool: Pool,
  address: DatabaseAddress,
  onHung: (error: Error) => void,
): () => void {
  const lentSince = new Map<PoolClient, number>()
  pool.on('acquire', (client) => void lentSince.set(client, performance.now()))
  pool.on('release', (_error, client) => void lentSince.delete(client))
  pool.on('remove', (client) => void lentSince.delete(client))
  let isAsking = false

  async function check(): Promise<void> {
    const waiting = [...lentSince].filter(([, since]) => performance.now() - since > maxWaitMs)
    if (isAsking || waiting.length === 0) return
    isAsking = true
    const error = await connectionError(address)
    isAsking = false
    if (!error) return
    onHung(error)
    for (const [client] of waiting) {
      lentSince.delete(client)
      // Ending the connection properly would wait for the server.
      client.connection.stream.destroy()
    }
  }

  const timer = setInterval(() => void check(), checkEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Opens a test connection; null when that works. */
async function connectionError(address: DatabaseAddress): Promise<Error | null> {
  const client = newClient(address)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return null
  } catch (error) {
    client.connection.stream.destroy()
    return error instanceof Error ? error : new Error(String(error))
  }
}
