import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { invalid } from '#errors.ts'
import { proveAddress } from '#features/accounts/prove-address.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import type { Services } from '#services.ts'
import { finishAccount } from './emails.ts'
import { signupLifeMs } from '#features/people/pending-signups.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

/** The life of the link; after that, "Forgot password" does the same. */
const linkLastsMs = 30 * 24 * 60 * 60 * 1000

/** Saved until the email with the link is sent: no token matches it. */
export const placeholderHash = () => tokenHash(newToken())

export type FinishLink = { signupId: string; receipt: string[] }

/** The token exists only in the email. Does nothing if a password has been chosen since. */
export async function sendFinishLink(
  { db, clock, mail, address }: Pick<Services, 'db' | 'clock' | 'mail' | 'address'>,
  { signupId, receipt }: FinishLink,
): Promise<void> {
  const token = newToken()
  const [signup] = await db
    .update(pendingSignups)
    .set({
      finishTokenHash: tokenHash(token),
      finishBy: new Date(clock.now().getTime() + linkLastsMs),
    })
    .where(and(eq(pendingSignups.id, signupId), isNotNull(pendingSignups.finishTokenHash)))
    .returning()
  if (signup) await mail.sendNow(finishAccount(signup, `${address.url}/finish-signup#${token}`, receipt))
}

/** The emailed link proves the address. Throws 400 for a link that is unknown, expired, or of a finished signup. */
export async function reopenSignup(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  finishToken: string,
): Promise<string> {
  const token = newToken()
  await db.transaction(async (tx) => {
    const now = clock.now()
    const [signup] = await tx
      .select({ id: pendingSignups.id, personId: pendingSignups.personId })
      .from(pendingSignups)
      .where(
        and(eq(pendingSignups.finishTokenHash, tokenHash(finishToken)), gt(pendingSignups.finishBy, now)),
      )
      .for('update')
    if (!signup)
      throw invalid(
        'This link is no longer valid. If you have not chosen a password yet, ask for a link to choose one.',
      )
    if (signup.personId) await proveAddress(tx, { clock, live }, { personId: signup.personId })
    await tx
      .update(pendingSignups)
      .set({ tokenHash: tokenHash(token), expiresAt: new Date(now.getTime() + signupLifeMs) })
      .where(eq(pendingSignups.id, signup.id))
  })
  return token
}
