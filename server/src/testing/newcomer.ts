import { randomUUID } from 'node:crypto'
import { createPerson } from '#features/accounts/create-person.ts'
import { hashPassword } from '#features/accounts/passwords.ts'
import { openInsideDatabase } from './inside-database.ts'

/**
 * Gives a running club somebody who has an account and never subscribed, and returns their address: nobody becomes
 * that in a browser, where people pay first.
 */
export async function addNewcomer(dataDir: string, password: string): Promise<string> {
  const email = `newcomer-${randomUUID()}@club.example`
  const { db, close } = openInsideDatabase(dataDir)
  try {
    const passwordHash = await hashPassword(password)
    await createPerson(db, {
      email,
      passwordHash,
      firstName: 'Ned',
      lastName: 'Newhall',
      createdAt: new Date(),
    })
  } finally {
    await close()
  }
  return email
}
