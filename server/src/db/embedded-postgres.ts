import { existsSync, mkdirSync, readFileSync, chmodSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SocketConnection } from './address.ts'
import { reserveBallast } from './ballast.ts'
import { lockDataFolder, type Worker } from './data-folder-lock.ts'
import { clearUnfinishedClusters, createCluster } from './first-start.ts'
import { stopLeftoverServer } from './leftover-server.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { choosePostgresLauncher } from './postgres-launcher.ts'
import { startPostgres } from './postgres-process.ts'
import { refuseLostDatabase } from './refuse-lost-database.ts'
import { startFailure } from './start-failure.ts'

export type EmbeddedPostgres = { connection: SocketConnection; close: () => Promise<void> }

export type EmbeddedPostgresOptions = {
  dataDir: string
  /** Who uses it; the site by default. */
  worker?: Worker
  /** Called with a sentence before anything that may take longer than two seconds. */
  onProgress?: (sentence: string) => void
  /** Called once, with a reason, when the server ends unexpectedly. */
  onExit?: (reason: string) => void
  /** False only in tests: faster, but the data does not survive a power failure. */
  durable?: boolean
}

/**
 * Starts PostgreSQL in `<dataDir>/postgres`, reachable through a private socket only, until `close` or the app's end.
 * Throws DataFolderInUse, DataFolderBusy or DatabaseUnavailable (see start-failure.ts).
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { onProgress = () => {}, onExit = () => {}, durable = true } = options
  if (process.platform === 'win32') {
    throw startFailure(
      'DatabaseUnavailable',
      'On Windows, set DATABASE_URL to a PostgreSQL 15 or newer, or use WSL.',
    )
  }
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataFolder(dataDir, options.worker)
  try {
    refuseLostDatabase(dataDir)
    const launcher = choosePostgresLauncher()
    const folder = join(dataDir, 'postgres')
    mkdirSync(folder, { recursive: true, mode: launcher.parentMode })
    chmodSync(folder, launcher.parentMode)
    // Without setpriv the server must be able to traverse the data folder.
    if (launcher.parentMode !== 0o700) chmodSync(dataDir, launcher.parentMode)
    const cluster = join(folder, 'cluster')
    await stopLeftoverServer(cluster)
    if (durable) await reserveBallast(folder, onProgress)
    clearUnfinishedClusters(folder)
    const binaries = await findPostgresBinaries(majorVersionOf(cluster))
    if (!existsSync(cluster)) {
      onProgress('Creating the database (only the first time)')
      await createCluster(folder, { binaries, launcher, durable })
    }
    const server = await startPostgres({ folder, binaries, launcher, durable, onProgress, onExit })
    return {
      connection: server.connection,
      close: async () => {
        await server.stop()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function majorVersionOf(cluster: string): number | undefined {
  const file = join(cluster, 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}
