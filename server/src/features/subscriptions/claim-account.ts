import { eq } from 'drizzle-orm'
import { accountSuspended, notFound, Refusal } from '#errors.ts'
import { passwordMatches } from '#features/accounts/passwords.ts'
import { people } from '#features/accounts/schema.ts'
import { tokenHash } from '#features/accounts/session-token.ts'
import { completeSignup, type ForCompletion } from './complete-signup.ts'
import { signupByPayment, signupBySubscription, signupByToken } from './pending-signups.ts'
import type { PendingSignup } from './schema.ts'

/** What a browser says after paying; every part of it is a hint. */
export type Claim = {
  subscriptionId?: string | null | undefined
  paymentIntentId?: string | null | undefined
  password?: string | undefined
  /** The signup cookie. */
  token: string | null
  /** Who is signed in on this browser already. */
  viewerId: string | null
}

export type Claimed =
  | { account: 'open'; personId: string; isNew: boolean }
  | { account: 'processing' }
  | { account: 'ready' }

const unknownSignup = () => notFound('Signup')

/**
 * Finishes the signup a claim is about and says whether this browser may be signed in: with its signup cookie, the
 * right password, or a session of the same person. Without any of these the account is made all the same, and the
 * answer is only that it is ready. Refuses: unknown or someone else's ids 404, unpaid 402, address taken 409.
 */
export async function claimAccount(services: ForCompletion, claim: Claim): Promise<Claimed> {
  const signup = await signupMeant(services, claim)
  const proof = await proofOf(services, signup, claim)
  if (proof === 'wrong') throw unknownSignup()
  const completion = await completeSignup(services, signup.id)
  switch (completion.outcome) {
    case 'completed':
      return proof === 'right' ? openFor(services, completion) : { account: 'ready' }
    case 'processing':
      return { account: 'processing' }
    case 'unpaid':
      throw new Refusal(402, 'payment_required', 'This membership is not paid yet.')
    case 'duplicate':
      throw new Refusal(
        409,
        'email_taken',
        'An account with this email already exists. Please sign in. Your second payment is being refunded.',
      )
    default:
      throw unknownSignup()
  }
}

async function signupMeant({ db }: ForCompletion, claim: Claim): Promise<PendingSignup> {
  const { subscriptionId, paymentIntentId, token } = claim
  const found = subscriptionId
    ? await signupBySubscription(db, subscriptionId)
    : paymentIntentId
      ? await signupByPayment(db, paymentIntentId)
      : token
        ? await signupByToken(db, token)
        : null
  if (!found) throw unknownSignup()
  if (subscriptionId && paymentIntentId && found.paymentIntentId && found.paymentIntentId !== paymentIntentId)
    throw unknownSignup()
  return found
}

/** Ids leak in addresses and logs, so they prove nothing; a cookie of another signup or a wrong password is a no. */
async function proofOf({ db, clock }: ForCompletion, signup: PendingSignup, claim: Claim) {
  const { token, password, viewerId } = claim
  if (viewerId !== null && viewerId === signup.personId) return 'right'
  if (token !== null && tokenHash(token) === signup.tokenHash)
    return signup.expiresAt > clock.now() ? 'right' : 'none'
  if (password !== undefined) {
    const passwordHash = signup.passwordHash ?? (await passwordHashOf(db, signup.personId))
    return (await passwordMatches(passwordHash, password)) ? 'right' : 'wrong'
  }
  return token === null && viewerId === null ? 'none' : 'wrong'
}

async function passwordHashOf(db: ForCompletion['db'], personId: string | null) {
  if (!personId) return null
  const [found] = await db
    .select({ passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.id, personId))
    .limit(1)
  return found?.passwordHash ?? null
}

async function openFor({ db }: ForCompletion, { personId, isNew }: { personId: string; isNew: boolean }) {
  const [person] = await db
    .select({ isBlocked: people.isBlocked })
    .from(people)
    .where(eq(people.id, personId))
    .limit(1)
  if (person?.isBlocked) throw accountSuspended()
  return { account: 'open', personId, isNew } as const
}
