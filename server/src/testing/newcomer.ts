import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { createPerson } from '#features/accounts/create-person.ts'
import { hashPassword } from '#features/accounts/passwords.ts'

/** Where the embedded database of `dataDir` answers: PostgreSQL itself notes the folder of its socket. */
function socketFolder(dataDir: string): string {
  const notes = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  const folder = notes.split('\n')[4]
  if (!folder) throw new Error('the database did not note where its socket is')
  return folder
}

/**
 * Gives a running club somebody who has an account and never subscribed, and returns their address: nobody becomes
 * that in a browser, where people pay first.
 */
export const addNewcomer = (dataDir: string, password: string) => addPerson(dataDir, password, 'subscriber')

/** The same with somebody who looks after the club, where the demo's own admin is missing. */
export const addAdmin = (dataDir: string, password: string) => addPerson(dataDir, password, 'admin')

async function addPerson(dataDir: string, password: string, role: 'subscriber' | 'admin'): Promise<string> {
  const email = `newcomer-${randomUUID()}@club.example`
  const connection = {
    host: socketFolder(dataDir),
    port: 5432,
    user: 'touchline',
    database: 'touchline',
  }
  const { db, close } = openDatabase({ connection }, { maxConnections: 1 })
  try {
    const passwordHash = await hashPassword(password)
    await createPerson(db, {
      email,
      passwordHash,
      role,
      firstName: 'Ned',
      lastName: 'Newhall',
      createdAt: new Date(),
    })
  } finally {
    await close()
  }
  return email
}
