import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startFailure } from './start-failure.ts'

const sqliteBusy = 5

/**
 * Takes the one lock on a data folder and returns the function that gives it back.
 * Throws DataFolderInUse when another process holds it.
 */
export const lockDataFolder = (dataDir: string): (() => void) =>
  lockFolder(dataDir, 'touchline', (holder) =>
    startFailure(
      'DataFolderInUse',
      `Another Touchline${holder} is already running on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    ),
  )

/**
 * Takes the lock of that name in a folder and returns the function that gives it back. Throws what `refusal` makes
 * where another process holds it; it is told which, as ` (process 123)`, or nothing.
 *
 * Why SQLite: its exclusive transaction is a lock of the kernel (fcntl, LockFileEx), so it goes away with the
 * process however that ends, it needs no heartbeat and no guess whether a process id is still the same
 * program, and it also works between containers that share a volume. Node has no such lock of its own.
 */
export function lockFolder(folder: string, name: string, refusal: (holder: string) => Error): () => void {
  const pidFile = join(folder, `${name}.pid`)
  const lock = new DatabaseSync(join(folder, `${name}.lock`))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !('errcode' in error) || error.errcode !== sqliteBusy) throw error
    throw refusal(holderOf(pidFile))
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return () => lock.close()
}

function holderOf(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
