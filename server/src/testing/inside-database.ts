import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'

/** The socket of the embedded database of `dataDir`, from PostgreSQL's pid file. */
function socketFolder(dataDir: string): string {
  const notes = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  const folder = notes.split('\n')[4]
  if (!folder) throw new Error('the database did not note where its socket is')
  return folder
}

/** Connects directly to the embedded database of a running site; close it. */
export function openInsideDatabase(dataDir: string) {
  const connection = {
    host: socketFolder(dataDir),
    port: 5432,
    user: 'touchline',
    database: 'touchline',
  }
  return openDatabase({ connection }, { maxConnections: 1 })
}
