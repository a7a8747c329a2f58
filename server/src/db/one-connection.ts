import type { Client } from 'pg'
import { type DatabaseAddress, newClient } from './address.ts'
import { startFailure } from './start-failure.ts'
import { ConfigProblem } from '#config/config-problem.ts'
import { urlsOfHosts } from '#config/urls-of-hosts.ts'

/** Wrong credentials or a missing database: errors that do not pass by themselves. */
const isRefused = /^(28|3D)/

/** Certificates whose authority is unknown here. */
const isUntrusted = /SELF_SIGNED_CERT|^UNABLE_TO_(GET|VERIFY)/

/** Words the error for the operator, without the URL, which may contain a password. */
function connectionError(address: DatabaseAddress, error: unknown): unknown {
  if (!('url' in address) || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (isRefused.test(code))
    return new ConfigProblem([
      `The server rejects DATABASE_URL (${error.message}): correct the user, password or database.`,
    ])
  if (isUntrusted.test(code))
    return new ConfigProblem([
      `This machine does not trust the certificate of the server in DATABASE_URL (${error.message}): add the provider's certificate authority, as in ?sslmode=verify-full&sslrootcert=/path/to/authority.pem.`,
    ])
  return startFailure(
    'DatabaseUnavailable',
    `The database in DATABASE_URL does not answer (${error.message || code}): start it, or correct the address.`,
    error,
  )
}

/** Tries each host once. */
async function connect(address: DatabaseAddress): Promise<Client> {
  const hosts = 'url' in address ? urlsOfHosts(address.url).length : 1
  for (let attempt = 1; ; attempt += 1) {
    const client = newClient(address)
    // Without a listener, losing the idle connection would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (attempt === hosts) throw connectionError(address, error)
    }
  }
}

/** Runs `work` on a connection of its own. Errors of DATABASE_URL are worded for the operator. */
export async function onOneConnection<Result>(
  address: DatabaseAddress,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(address)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
