import { Client } from 'pg'
import { type DatabaseAddress, toClientConfig } from './address.ts'
import { startFailure } from './start-failure.ts'
import { ConfigProblem } from '#config/config-problem.ts'

/** The server refuses who asks, how they prove it, or knows no such database: nothing that passes by itself. */
const isRefused = /^(28|3D)/

/**
 * Why the database that DATABASE_URL names could not be connected to, in one sentence without the address, which may
 * hold a password; an error about our own database as it is.
 */
function connectionError(address: DatabaseAddress, error: unknown): unknown {
  if (!('url' in address) || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (isRefused.test(code))
    return new ConfigProblem([
      `DATABASE_URL is refused by its server (${error.message}): set the right name, password and database.`,
    ])
  return startFailure(
    'DatabaseUnavailable',
    `The database that DATABASE_URL names does not answer (${error.message || code}): start it, or set the right address.`,
    error,
  )
}

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
    throw connectionError(address, error)
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
