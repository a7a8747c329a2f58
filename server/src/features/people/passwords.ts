import { hash, verify } from '@node-rs/argon2'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable, Transaction } from '#db/database.ts'
import { unavailable, Refusal } from '#errors.ts'
import { openFairQueue } from '#limits/concurrency.ts'
import { people } from './schema.ts'

/** Locks the password that was just proved until `tx` ends. Throws 401 if it was replaced since. */
export async function lockPassword(
  tx: Transaction,
  personId: string,
  passwordHash: string | null,
): Promise<void> {
  const [person] = await tx
    .select({ passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.id, personId))
    .for('share')
  if (person?.passwordHash !== passwordHash)
    throw new Refusal(401, 'invalid_credentials', 'The password has just been changed. Please sign in again.')
}

/** Sets the password of an account that has none; an existing one stays. */
export async function setFirstPassword(db: Queryable, personId: string, passwordHash: string): Promise<void> {
  await db
    .update(people)
    .set({ passwordHash })
    .where(and(eq(people.id, personId), isNull(people.passwordHash)))
}

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const maxConcurrent = 2
const maxWaiting = 16
const queue = openFairQueue(maxConcurrent)
const bounds = { perOwner: maxConcurrent, waitingPerOwner: maxWaiting }

/** The most passwords that are hashed or queued at once; further requests are refused. */
export const maxPasswords = maxConcurrent + maxWaiting

export const tooManyPasswords = () =>
  unavailable('Too many people are signing in right now. Please try again.')

/** Hashing is the most expensive request a stranger can make, so few run at once and the queue is short. */
async function queued<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.run('everyone', bounds, work)
  if (!result) throw tooManyPasswords()
  return result
}

export const hashPassword = (password: string): Promise<string> => queued(() => hash(password, strength))

let dummyHash: Promise<string> | undefined

/** Does the same work without a hash, so that timing does not reveal whether an account exists. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hash('no account has this password', strength)
  const against = passwordHash ?? (await dummyHash)
  const matches = await queued(() => verify(against, password))
  return matches && passwordHash !== null
}
