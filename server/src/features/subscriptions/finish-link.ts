import { eq } from 'drizzle-orm'
import { newToken, tokenHash } from '#features/accounts/session-token.ts'
import type { Services } from '#services.ts'
import { signupLifeMs } from './pending-signups.ts'
import { pendingSignups } from './schema.ts'

/** A link with which someone who paid without choosing a password comes back to the signup form. */
export function finishLinkFor(siteUrl: string): { link: string; tokenHash: string } {
  const token = newToken()
  return { link: `${siteUrl}/api/finish-signup?token=${token}`, tokenHash: tokenHash(token) }
}

/**
 * Gives the browser that opened such a link the signup back: returns the value for its signup cookie. Null when the
 * link is unknown or the password has been chosen.
 */
export async function reopenSignup(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  finishToken: string,
): Promise<string | null> {
  const token = newToken()
  const reopened = await db
    .update(pendingSignups)
    .set({ tokenHash: tokenHash(token), expiresAt: new Date(clock.now().getTime() + signupLifeMs) })
    .where(eq(pendingSignups.finishTokenHash, tokenHash(finishToken)))
    .returning({ id: pendingSignups.id })
  return reopened.length > 0 ? token : null
}
