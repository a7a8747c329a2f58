import { randomUUID } from 'node:crypto'
import type { Role } from '@touchline/contract/people.ts'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { openInsideDatabase } from './inside-database.ts'

/**
 * Gives a running club somebody who has an account and never subscribed, and returns their address: nobody becomes
 * that in a browser, where people pay first.
 */
export const addNewcomer = (dataDir: string, password: string) => addPerson(dataDir, password, 'subscriber')

/** The same with somebody who looks after the club, where the demo's own admin is missing. */
export const addAdmin = (dataDir: string, password: string) => addPerson(dataDir, password, 'admin')

/** The same with the creator a club is built around, where nobody is it yet. */
export const addCreator = (dataDir: string, password: string) =>
  addPerson(dataDir, password, 'creator', { isMainInfluencer: true })

async function addPerson(
  dataDir: string,
  password: string,
  role: Role,
  more: { isMainInfluencer?: boolean } = {},
): Promise<string> {
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
      emailProvenAt: new Date(),
      ...more,
    })
  } finally {
    await close()
  }
  return email
}
