import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startFailure } from './start-failure.ts'

const sqliteBusy = 5

/** Who holds a data folder: the running site, or a short-lived command. */
export type Worker = 'site' | 'program'

/** Returns the function that unlocks. Throws DataFolderInUse for a site's lock, DataFolderBusy for a command's. */
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
 * Throws what `refusal` makes of the holder, ` (process 123)` or nothing, and its `note`. SQLite's exclusive
 * transaction is a kernel lock: it ends with the process, needs no heartbeat, and works between containers that share
 * a volume. Node has no such lock.
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
