import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startFailure } from './start-failure.ts'

const sqliteBusy = 5

/** Who works on a data folder: the site, or a program of its operator's, which soon ends by itself. */
export type Worker = 'site' | 'program'

/**
 * Takes the one lock on a data folder and returns the function that gives it back. Throws DataFolderInUse when another
 * site holds it, DataFolderBusy when a program of the operator's does.
 */
export const lockDataFolder = (dataDir: string, worker: Worker = 'site'): (() => void) =>
  lockFolder(dataDir, 'touchline', (holder, note) => lockedError(dataDir, holder, note), worker)

const lockedError = (dataDir: string, holder: string, worker: string) =>
  worker === 'program'
    ? startFailure(
        'DataFolderBusy',
        `A program of the operator’s${holder}, such as a backup, is at work on the data folder ${dataDir}: let it finish first.`,
      )
    : startFailure(
        'DataFolderInUse',
        `Another Touchline${holder} is already running on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
      )

/**
 * Takes the lock of that name in a folder and returns the function that gives it back. Throws what `refusal` makes
 * where another process holds it; it is told which, as ` (process 123)`, or nothing, and the `note` that one left.
 *
 * Why SQLite: its exclusive transaction is a lock of the kernel (fcntl, LockFileEx), so it goes away with the
 * process however that ends, it needs no heartbeat and no guess whether a process id is still the same
 * program, and it also works between containers that share a volume. Node has no such lock of its own.
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

/** Node's error about SQLite names no file. */
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
