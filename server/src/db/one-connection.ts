import { Client } from 'pg'
import { type DatabaseAddress, toClientConfig } from './address.ts'
import { whyNotReached } from './why-not-reached.ts'

/**
 * Does `work` on a connection of its own, which is closed however that ends. Throws what `work` throws, and why there is no
 * connection: of a server that DATABASE_URL names in words for the operator.
 */
export async function onOneConnection<Result>(
  address: DatabaseAddress,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(toClientConfig(address))
  // A connection that is lost while nothing is asked of it tells so by an event, which unheard would end the process.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw whyNotReached(address, error)
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
