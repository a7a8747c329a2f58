import { eq } from 'drizzle-orm'
import { accountSuspended, Refusal } from '#errors.ts'
import type { Services } from '#services.ts'
import { passwordMatches } from './passwords.ts'
import { people, type Person } from './schema.ts'

/**
 * The person an address and a password belong to. Refuses with the same words and the same work whether or not the
 * address exists; a blocked account is told so only with the right password.
 */
export async function personSigningIn(
  { db }: Pick<Services, 'db'>,
  credentials: { email: string; password: string },
): Promise<Person> {
  const [person] = await db.select().from(people).where(eq(people.email, credentials.email)).limit(1)
  const matches = await passwordMatches(person?.passwordHash ?? null, credentials.password)
  if (!person || !matches) throw new Refusal(401, 'invalid_credentials', 'Invalid email or password')
  if (person.isBlocked) throw accountSuspended()
  return person
}
