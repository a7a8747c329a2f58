import type { DatabaseAddress } from './address.ts'
import { startFailure } from './start-failure.ts'
import { ConfigProblem } from '#config/config-problem.ts'

/** The server refuses who asks, how they prove it, or knows no such database: nothing that passes by itself. */
const isRefused = /^(28|3D)/

/**
 * Why the database that DATABASE_URL names could not be connected to, in one sentence without the address, which may
 * hold a password; an error about our own database as it is.
 */
export function whyNotReached(address: DatabaseAddress, error: unknown): unknown {
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
