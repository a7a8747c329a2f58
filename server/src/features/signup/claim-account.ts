import { eq } from 'drizzle-orm'
import { accountSuspended, notFound, Refusal } from '#errors.ts'
import { passwordMatches } from '#features/people/passwords.ts'
import { people } from '#features/people/schema.ts'
import { tokenHash } from '#features/people/tokens.ts'
import { personSigningIn } from '#features/accounts/sign-in.ts'
import type { Services } from '#services.ts'
import { completeSignup, type SignupServices } from './complete-signup.ts'
import { setSignupPassword } from './set-password.ts'
import { signupByPayment, signupBySubscription, signupByToken } from '#features/people/pending-signups.ts'
import type { PendingSignup } from '#features/people/signup-schema.ts'

/** What a browser sends after a payment; every part is only a hint. */
export type Claim = {
  subscriptionId?: string | null | undefined
  paymentIntentId?: string | null | undefined
  password?: string | undefined
  token: string | null
  viewerId: string | null
  device: string | null
  ip: string
}

export type Claimed =
  | { account: 'open'; personId: string; passwordHash: string | null; isFirst: boolean }
  | { account: 'signedIn' }
  | { account: 'processing' }
  | { account: 'ready' }

type ClaimServices = SignupServices & Pick<Services, 'secret'>

/** How a claim is proved; `passwordHash` belongs to the password that was sent. */
type Proof = { by: 'session' | 'cookie' | 'nothing' } | { by: 'password'; passwordHash: string | null }

const unknownSignup = () => notFound('Signup')

/**
 * Returns whether this browser may be signed in: with its cookie or the right password, not past a second step.
 * Without proof the account is created all the same. Throws 404 for an unknown or foreign id, 402 if unpaid,
 * 409 if the address is taken, 429 after too many passwords, 400 for a weak password.
 */
export async function claimAccount(services: ClaimServices, claim: Claim): Promise<Claimed> {
  const signup = await claimedSignup(services, claim)
  const proof = await proofOf(services, signup, claim)
  if (proof.by === 'cookie' && claim.password !== undefined)
    await setSignupPassword(services, signup, claim.password)
  const completion = await completeSignup(services, signup.id)
  switch (completion.outcome) {
    case 'completed':
      return proof.by === 'nothing' ? { account: 'ready' } : outcomeFor(services, completion, proof)
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

async function claimedSignup({ db }: SignupServices, claim: Claim): Promise<PendingSignup> {
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

/** Ids leak in URLs and logs, so they prove nothing. A foreign cookie or a wrong password is refused with 404. */
async function proofOf(services: ClaimServices, signup: PendingSignup, claim: Claim): Promise<Proof> {
  const { token, password, viewerId } = claim
  if (viewerId !== null && viewerId === signup.personId) return { by: 'session' }
  if (token !== null && tokenHash(token) === signup.tokenHash)
    return { by: signup.expiresAt > services.clock.now() ? 'cookie' : 'nothing' }
  if (password !== undefined)
    return { by: 'password', passwordHash: await provenPassword(services, signup, { ...claim, password }) }
  if (token !== null || viewerId !== null) throw unknownSignup()
  return { by: 'nothing' }
}

/** Returns the hash that a password matches. Once the account exists, the limits of sign-in apply. */
async function provenPassword(
  services: ClaimServices,
  { personId, passwordHash }: PendingSignup,
  { password, device, ip }: Claim & { password: string },
): Promise<string | null> {
  if (personId === null) {
    if (await passwordMatches(passwordHash, password)) return passwordHash
    throw unknownSignup()
  }
  const [person] = await services.db
    .select({ email: people.email })
    .from(people)
    .where(eq(people.id, personId))
  if (!person) throw unknownSignup()
  try {
    return (await personSigningIn(services, { email: person.email, password, device, ip })).passwordHash
  } catch (error) {
    throw error instanceof Refusal && error.status === 401 ? unknownSignup() : error
  }
}

async function outcomeFor(
  { db }: SignupServices,
  { personId }: { personId: string },
  proof: Exclude<Proof, { by: 'nothing' }>,
): Promise<Claimed> {
  const [person] = await db.select().from(people).where(eq(people.id, personId)).limit(1)
  if (!person) throw unknownSignup()
  if (person.isBlocked) throw accountSuspended()
  if (proof.by === 'session') return { account: 'signedIn' }
  if (person.hasTwoFactor || person.hasPasskey) return { account: 'ready' }
  const { passwordHash } = proof.by === 'password' ? proof : person
  return { account: 'open', personId, passwordHash, isFirst: proof.by === 'cookie' }
}
