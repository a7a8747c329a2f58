import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startFailure } from './start-failure.ts'

const sqliteBusy = 5

/** Who holds a data folder: the running site, or a short-lived command. */
export type Worker = 'site' | 'program'

/**
 * Locks a data folder and returns the function that unlocks it. Throws DataFolderInUse when a site holds the
 * lock, and DataFolderBusy when a command does.
 */
export const lockDataFolder = (dataDir: string, worker: Worker = 'site'): (() => void) =>
  lockFolder(dataDir, 'touchline', (holder, note) => lockedError(dataDir, holder, note), worker)

const lockedError = (dataDir: string, holder: string, worker: string) =>
  worker === 'program'
    ? startFailure(
        'DataFolderBusy',
        `A command${holder}, such as a backup, is using the data folder ${dataDir}: let it finish first.`,
      )
    : startFailure(
        'DataFolderInUse',
        `Another Touchline${holder} is already running on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
      )

/**
 * Locks a folder under a name and returns the function that unlocks it. When another process holds the lock,
 * throws the error that `refusal` makes of that process, ` (process 123)` or nothing, and of the `note` it
 * left.
 * The lock is SQLite's exclusive transaction, a kernel lock (fcntl, LockFileEx). It ends with the process,
 * needs no heartbeat and no guess whether a process id was reused, and works between containers that share a
 * volume. Node has no such lock.
 */
export function lockFolder(
  folder: string,
  name: string,
  refusal: (holder: string, note: string) => Error,
  note = '',
): () => void {
  const pidFile = join(folder, `${name}.pid`)
  const lock = openLock(join(folder, `${name}.lock`))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !('errcode' in error) || error.errcode !== sqliteBusy) throw error
    throw refusal(...holderOf(pidFile))
  }
  writeFileSync(pidFile, `${process.pid}\n${note}\n`)
  return () => lock.close()
}

/** Adds the path to the error, because Node's SQLite errors name no file. */
function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path)
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error
  }
}

function holderOf(pidFile: string): [holder: string, note: string] {
  try {
    const [pid = '', note = ''] = readFileSync(pidFile, 'utf8').split('\n')
    return [` (process ${pid})`, note]
  } catch {
    return ['', '']
  }
}
