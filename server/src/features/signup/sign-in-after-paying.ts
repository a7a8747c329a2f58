import { eq } from 'drizzle-orm'
import { Refusal } from '#errors.ts'
import type { FindSignup } from '#features/accounts/sign-in.ts'
import { people, type Person } from '#features/people/schema.ts'
import { completeSignup, type SignupServices } from './complete-signup.ts'
import { openSignupsOf } from '#features/people/pending-signups.ts'

/** The latest signup of this address that may be paid by now, for a sign-in that comes before the event. */
async function signupToSignIn({ db }: Pick<SignupServices, 'db'>, email: string) {
  const open = await openSignupsOf(db, email)
  return open
    .filter(({ passwordHash }) => passwordHash !== null)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())[0]
}

/** Throws 409 while the payment is verified and 402 while it is unpaid. */
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

export const findPaidSignup =
  (services: SignupServices): FindSignup =>
  async (email) => {
    const signup = await signupToSignIn(services, email)
    return signup && { ...signup, finish: () => personOfPaidSignup(services, signup.id) }
  }
