import { and, eq, isNotNull } from 'drizzle-orm'
import { newToken, tokenHash } from '#features/accounts/session-token.ts'
import type { Services } from '#services.ts'
import { finishAccount } from './mails.ts'
import { signupLifeMs } from './pending-signups.ts'
import { pendingSignups } from './schema.ts'

/** What is kept while the mail with the link has not been written: nobody knows a token for it. */
export const linkToCome = () => tokenHash(newToken())

/** A signup that was paid without a password, and the lines about what was paid. */
export type FinishLink = { signupId: string; receipt: string[] }

/**
 * Mails someone who paid without choosing a password a link with which they come back to the signup form. Its token
 * is made here and is nowhere but in the mail. Nothing happens when the password has been chosen meanwhile.
 */
export async function sendFinishLink(
  { db, mail, address }: Pick<Services, 'db' | 'mail' | 'address'>,
  { signupId, receipt }: FinishLink,
): Promise<void> {
  const token = newToken()
  const [signup] = await db
    .update(pendingSignups)
    .set({ finishTokenHash: tokenHash(token) })
    .where(and(eq(pendingSignups.id, signupId), isNotNull(pendingSignups.finishTokenHash)))
    .returning()
  if (signup)
    await mail.deliver(finishAccount(signup, `${address.url}/api/finish-signup?token=${token}`, receipt))
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
