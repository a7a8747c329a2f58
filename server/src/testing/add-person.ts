import { randomUUID } from 'node:crypto'
import type { Role } from '@touchline/contract/people.ts'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { openInsideDatabase } from './inside-database.ts'

/** Has an account and no subscription; in a browser people pay first. Returns the email address. */
export const addNewcomer = (dataDir: string, password: string) => addPerson(dataDir, password, 'subscriber')

export const addAdmin = (dataDir: string, password: string) => addPerson(dataDir, password, 'admin')

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
