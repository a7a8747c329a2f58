import { Client, type Pool, type PoolClient } from 'pg'
import { type DatabaseAddress, toClientConfig } from './address.ts'

const lookEveryMs = 1_000
const patienceMs = 5_000

/**
 * Breaks the connections of a pool on which something waits for more than 5 s while the server lets nobody new in: it
 * hangs, or the network swallows everything, and no time limit of the server's own would ever be heard of. Whoever
 * waits is told at once. A statement that merely takes long is left alone. Returns how to stop looking.
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

  async function look(): Promise<void> {
    const waiting = [...lentSince].filter(([, since]) => performance.now() - since > patienceMs)
    if (isAsking || waiting.length === 0) return
    isAsking = true
    const error = await connectionError(address)
    isAsking = false
    if (!error) return
    onHung(error)
    for (const [client] of waiting) {
      lentSince.delete(client)
      // Ending it properly would ask the server first.
      client.connection.stream.destroy()
    }
  }

  const looking = setInterval(() => void look(), lookEveryMs)
  looking.unref()
  return () => clearInterval(looking)
}

/** Connects as anybody else would; null when that works. */
async function connectionError(address: DatabaseAddress): Promise<Error | null> {
  const client = new Client(toClientConfig(address))
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
