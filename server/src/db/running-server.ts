import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '#config/config.ts'
import type { DatabaseAddress, SocketConnection } from './address.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { isStartFailure, startFailure } from './start-failure.ts'

const isInUse = (error: unknown) =>
  isStartFailure(error) && (error.name === 'DataFolderInUse' || error.name === 'DataFolderBusy')

const clusterOf = (dataDir: string) => join(resolve(dataDir), 'postgres', 'cluster')

/** Finds the socket of a running site's embedded database, which PostgreSQL writes into its pid file. */
export function runningServer(dataDir: string): SocketConnection {
  const host = pidFileOf(dataDir).split('\n')[4]?.trim()
  if (!host)
    throw startFailure('DatabaseUnavailable', 'The site is starting or stopping: try again in a moment.')
  return { host, port: 5432, user: 'touchline', database: 'touchline' }
}

/** The text of PostgreSQL's pid file; empty while it is not running. */
function pidFileOf(dataDir: string): string {
  const file = join(clusterOf(dataDir), 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Starts the embedded server when no site is running. Throws DatabaseUnavailable without a database. */
export async function withSiteDatabase<Result>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (database: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) return work({ url: databaseUrl })
  if (!existsSync(clusterOf(dataDir)))
    throw startFailure(
      'DatabaseUnavailable',
      `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to the site’s.`,
    )
  try {
    const embedded = await openEmbeddedPostgres({ dataDir, worker: 'program' })
    try {
      return await work({ connection: embedded.connection })
    } finally {
      await embedded.close()
    }
  } catch (error) {
    if (!isInUse(error)) throw error
    return work({ connection: runningServer(dataDir) })
  }
}
