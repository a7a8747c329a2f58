import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '#errors.ts'
import { openFairQueue } from '#limits/concurrency.ts'

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
