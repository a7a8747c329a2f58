import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '#config/config.ts'
import type { DatabaseAddress, SocketConnection } from './address.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { isStartFailure, startFailure } from './start-failure.ts'

const isInUse = (error: unknown) =>
  isStartFailure(error) && (error.name === 'DataFolderInUse' || error.name === 'DataFolderBusy')

const clusterOf = (dataDir: string) => join(resolve(dataDir), 'postgres', 'cluster')

/** Where the embedded database of a running site answers: PostgreSQL itself notes the folder of its socket. */
export function runningServer(dataDir: string): SocketConnection {
  const host = notesOf(dataDir).split('\n')[4]?.trim()
  if (!host)
    throw startFailure(
      'DatabaseUnavailable',
      'The site is only just starting or stopping: try again in a moment.',
    )
  return { host, port: 5432, user: 'touchline', database: 'touchline' }
}

/** What PostgreSQL notes while it runs; nothing before it does. */
function notesOf(dataDir: string): string {
  const file = join(clusterOf(dataDir), 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/**
 * Does some work on the configured database, whether a site runs on it or not: the embedded server is started for it
 * where nobody else has. Makes no database; throws DatabaseUnavailable when there is none.
 */
export async function withSiteDatabase<Result>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (database: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) return work({ url: databaseUrl })
  if (!existsSync(clusterOf(dataDir)))
    throw startFailure(
      'DatabaseUnavailable',
      `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to those of the site.`,
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
