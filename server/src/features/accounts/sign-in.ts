import { eq } from 'drizzle-orm'
import { accountSuspended, Refusal } from '#errors.ts'
import { databaseRates } from '#limits/rate.ts'
import type { Services } from '#services.ts'
import { maxPasswords, passwordMatches, tooManyPasswords } from '#features/people/passwords.ts'
import { people, type Person } from '#features/people/schema.ts'
import { countSignIn, clearSignIn } from './sign-in-limit.ts'
/** A person who has paid and has no account yet. */
type Unfinished = {
  passwordHash: string | null
  /** Creates the account once the password is right. */
  finish: () => Promise<Person | undefined>
}
/** Finds a paid, uncompleted signup by email address. */
export type FindSignup = (email: string) => Promise<Unfinished | undefined>
type Given = { email: string; password: string; device: string | null; ip: string }

let pendingCount = 0

/**
 * An unknown address gets the same refusal after the same work; a block shows only with the right password.
 * Throws 429 after too many attempts.
 */
export async function personSigningIn(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  given: Given,
  findUnfinished?: FindSignup,
): Promise<Person> {
  // Skip the database if the password would not fit into the queue.
  if (pendingCount >= maxPasswords) throw tooManyPasswords()
  pendingCount += 1
  try {
    return await personOf(services, given, findUnfinished)
  } finally {
    pendingCount -= 1
  }
}

async function personOf(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { email, password, ...from }: Given,
  findUnfinished?: FindSignup,
): Promise<Person> {
  const { db } = services
  const keys = await countSignIn(services, { email, ...from })
  const [account] = await db.select().from(people).where(eq(people.email, email)).limit(1)
  const unfinished = account ? undefined : await findUnfinished?.(email)
  const passwordHash = (account ?? unfinished)?.passwordHash ?? null
  const matches = await passwordMatches(passwordHash, password).catch(async (error) => {
    await databaseRates(services).refund(keys.all)
    throw error
  })
  const person = matches && unfinished ? await unfinished.finish() : account
  if (!person || !matches) throw new Refusal(401, 'invalid_credentials', 'Invalid email or password')
  await clearSignIn(services, keys)
  if (person.isBlocked) throw accountSuspended()
  return person
}
