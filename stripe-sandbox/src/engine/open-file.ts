import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { settings, steps } from '#engine/schema.ts'

const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version'])

/** Opens a sandbox's file read-only, even while it is in use. Throws when the file is of another version. */
export function openToRead(file: string): DatabaseSync {
  if (!existsSync(file)) throw new Error(`${file} holds no sandbox.`)
  const db = new DatabaseSync(file, { readOnly: true })
  db.exec('PRAGMA busy_timeout = 5000')
  const version = versionOf(db)
  if (version === steps.length) return db
  db.close()
  throw new Error(
    version === 0
      ? `${file} holds no sandbox.`
      : `${file} is of another version of the sandbox: ${version}, not ${steps.length}.`,
  )
}

/** Opens a sandbox's file, creates it when missing, and migrates it to this version. */
export function openToWrite(file: string): DatabaseSync {
  // The file contains the keys, so other users must not read it.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file)
  onceOthersLet(() => db.exec(settings))
  if (versionOf(db) < steps.length) takeSteps(db)
  return db
}

const busy = 5
const isBusy = (error: unknown) => error instanceof Error && Reflect.get(error, 'errcode') === busy
const patienceMs = 5000
const pauseMs = 10

/** SQLite does not wait when two programs switch the same file to WAL, so the second one retries. */
function onceOthersLet(act: () => void): void {
  for (let waitedMs = 0; ; waitedMs += pauseMs)
    try {
      act()
      return
    } catch (error) {
      if (!isBusy(error) || waitedMs >= patienceMs) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
}

/** Another program may open the file at the same time: one migrates, the other waits. */
function takeSteps(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE')
  for (const step of steps.slice(versionOf(db))) db.exec(step)
  db.exec(`PRAGMA user_version = ${steps.length}; COMMIT`)
}
