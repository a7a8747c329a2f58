import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startFailure } from './start-failure.ts'

const sqliteBusy = 5

/**
 * Takes the one lock on a data folder and returns the function that gives it back.
 * Throws DataFolderInUse when another process holds it.
 *
 * Why SQLite: its exclusive transaction is a lock of the kernel (fcntl, LockFileEx), so it goes away with the
 * process however that ends, it needs no heartbeat and no guess whether a process id is still the same
 * program, and it also works between containers that share a volume. Node has no such lock of its own.
 */
export function lockDataFolder(dataDir: string): () => void {
  const pidFile = join(dataDir, 'touchline.pid')
  const lock = new DatabaseSync(join(dataDir, 'touchline.lock'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !('errcode' in error) || error.errcode !== sqliteBusy) throw error
    throw startFailure(
      'DataFolderInUse',
      `Another Touchline${holderOf(pidFile)} is already running on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    )
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
