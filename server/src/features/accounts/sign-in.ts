import { eq } from 'drizzle-orm'
import { accountSuspended, Refusal } from '#errors.ts'
import { refundAttempts } from '#http/rate-limit-store.ts'
import type { Services } from '#services.ts'
import { maxPasswords, passwordMatches, tooManyPasswords } from '#features/people/passwords.ts'
import { people, type Person } from '#features/people/schema.ts'
import { countSignIn, clearSignIn } from './sign-in-limit.ts'

type SigningIn = Pick<Services, 'db' | 'clock' | 'secret'>

/** Somebody who has paid and whose account is still to be made. */
type Unfinished = {
  passwordHash: string | null
  /** Makes the account, once the password is right. */
  finish: () => Promise<Person | undefined>
}
/** Finds the signup with an email address that is paid and not completed yet. */
export type FindSignup = (email: string) => Promise<Unfinished | undefined>
type Given = { email: string; password: string; device: string | null; ip: string }

let pendingCount = 0

/**
 * The person an address and a password belong to. Refuses with the same words and the same work whether or not the
 * address exists; a blocked account is told so only with the right password. After too many tries: 429.
 */
export async function personSigningIn(
  services: SigningIn,
  given: Given,
  findUnfinished?: FindSignup,
): Promise<Person> {
  // Nothing is asked of the database for those whose password would find no place in the queue.
  if (pendingCount >= maxPasswords) throw tooManyPasswords()
  pendingCount += 1
  try {
    return await personOf(services, given, findUnfinished)
  } finally {
    pendingCount -= 1
  }
}

async function personOf(
  services: SigningIn,
  { email, password, ...from }: Given,
  findUnfinished?: FindSignup,
): Promise<Person> {
  const { db } = services
  const keys = await countSignIn(services, { email, ...from })
  const [account] = await db.select().from(people).where(eq(people.email, email)).limit(1)
  const unfinished = account ? undefined : await findUnfinished?.(email)
  const passwordHash = (account ?? unfinished)?.passwordHash ?? null
  const matches = await passwordMatches(passwordHash, password).catch(async (error) => {
    await refundAttempts(services, keys.all)
    throw error
  })
  const person = matches && unfinished ? await unfinished.finish() : account
  if (!person || !matches) throw new Refusal(401, 'invalid_credentials', 'Invalid email or password')
  await clearSignIn(services, keys)
  if (person.isBlocked) throw accountSuspended()
  return person
}
