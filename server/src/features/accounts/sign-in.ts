import { eq } from 'drizzle-orm'
import { accountSuspended, Refusal } from '#errors.ts'
import { takeTriesBack } from '#http/tries.ts'
import type { Services } from '#services.ts'
import { mostPasswords, passwordMatches, tooManyPasswords } from './passwords.ts'
import { people, type Person } from './schema.ts'
import { beginTry, endTry } from './slow-down.ts'

type SigningIn = Pick<Services, 'db' | 'clock' | 'secret'>
type Given = { email: string; password: string; device: string | null; ip: string }

let underWay = 0

/**
 * The person an address and a password belong to. Refuses with the same words and the same work whether or not the
 * address exists; a blocked account is told so only with the right password. After too many tries: 429.
 */
export async function personSigningIn(services: SigningIn, given: Given): Promise<Person> {
  // Nothing is asked of the database for those whose password would find no place in the queue.
  if (underWay >= mostPasswords) throw tooManyPasswords()
  underWay += 1
  try {
    return await personOf(services, given)
  } finally {
    underWay -= 1
  }
}

async function personOf(services: SigningIn, { email, password, ...from }: Given): Promise<Person> {
  const { db } = services
  const keys = await beginTry(services, { email, ...from })
  const [person] = await db.select().from(people).where(eq(people.email, email)).limit(1)
  const matches = await passwordMatches(person?.passwordHash ?? null, password).catch(async (error) => {
    await takeTriesBack(services, keys.all)
    throw error
  })
  if (!person || !matches) throw new Refusal(401, 'invalid_credentials', 'Invalid email or password')
  await endTry(services, keys)
  if (person.isBlocked) throw accountSuspended()
  return person
}
