import { eq } from 'drizzle-orm'
import { Refusal } from '#errors.ts'
import type { FindSignup } from '#features/accounts/sign-in.ts'
import { people, type Person } from '#features/people/schema.ts'
import { completeSignup, type SignupServices } from './complete-signup.ts'
import { openSignupsOf } from '#features/people/pending-signups.ts'

/** The latest signup with this address that may be paid by now, for somebody who signs in before an event has come. */
async function signupToSignIn({ db }: Pick<SignupServices, 'db'>, email: string) {
  const open = await openSignupsOf(db, email)
  return open
    .filter(({ passwordHash }) => passwordHash !== null)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())[0]
}

/**
 * Asks the provider about a signup whose owner gave its password, and returns the account it became. Refuses with 409
 * while the payment is verified and with 402 while it is unpaid.
 */
async function personOfPaidSignup(services: SignupServices, signupId: string): Promise<Person | undefined> {
  const completion = await completeSignup(services, signupId)
  if (completion.outcome === 'processing')
    throw new Refusal(
      409,
      'payment_processing',
      'Your payment is being verified. We will email you as soon as you can sign in.',
    )
  if (completion.outcome === 'unpaid')
    throw new Refusal(402, 'payment_required', 'Your membership is not paid yet. Please finish your signup.')
  if (completion.outcome !== 'completed') return undefined
  const [person] = await services.db.select().from(people).where(eq(people.id, completion.personId))
  return person
}

/** Finds the paid signup that a sign-in with its email address and password completes. */
export const findPaidSignup =
  (services: SignupServices): FindSignup =>
  async (email) => {
    const signup = await signupToSignIn(services, email)
    return signup && { ...signup, finish: () => personOfPaidSignup(services, signup.id) }
  }
