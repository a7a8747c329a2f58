import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'

/** Where the embedded database of `dataDir` answers: PostgreSQL itself notes the folder of its socket. */
function socketFolder(dataDir: string): string {
  const notes = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  const folder = notes.split('\n')[4]
  if (!folder) throw new Error('the database did not note where its socket is')
  return folder
}

/** A connection to the embedded database of a site that runs on `dataDir`, past the site; close it. */
export function openInsideDatabase(dataDir: string) {
  const connection = {
    host: socketFolder(dataDir),
    port: 5432,
    user: 'touchline',
    database: 'touchline',
  }
  return openDatabase({ connection }, { maxConnections: 1 })
}
