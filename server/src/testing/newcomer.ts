import { randomUUID } from 'node:crypto'
import { createPerson } from '#features/accounts/create-person.ts'
import { hashPassword } from '#features/accounts/passwords.ts'
import { openInsideDatabase } from './inside-database.ts'

/**
 * Gives a running club somebody who has an account and never subscribed, and returns their address: nobody becomes
 * that in a browser, where people pay first.
 */
export const addNewcomer = (dataDir: string, password: string) => addPerson(dataDir, password, 'subscriber')

/** The same with somebody who looks after the club, where the demo's own admin is missing. */
export const addAdmin = (dataDir: string, password: string) => addPerson(dataDir, password, 'admin')

async function addPerson(dataDir: string, password: string, role: 'subscriber' | 'admin'): Promise<string> {
  const email = `newcomer-${randomUUID()}@club.example`
  const { db, close } = openInsideDatabase(dataDir)
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
