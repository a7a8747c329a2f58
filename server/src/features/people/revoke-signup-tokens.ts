import { and, eq, gt } from 'drizzle-orm'
import { tokenHash } from './tokens.ts'
import type { Queryable } from '#db/database.ts'
import { pendingSignups } from './signup-schema.ts'

/** From `now` on no browser a person signed up with opens their account; a mailed link to finish the signup still does. */
export async function revokeSignupCookies(db: Queryable, personId: string, now: Date): Promise<void> {
  await db
    .update(pendingSignups)
    .set({ expiresAt: now })
    .where(and(eq(pendingSignups.personId, personId), gt(pendingSignups.expiresAt, now)))
}

/** The same for the one cookie `token`, whoever has a copy of it. A signup no account was made of yet stays as it is. */
export async function revokeSignupCookie(db: Queryable, token: string, now: Date): Promise<void> {
  await db
    .update(pendingSignups)
    .set({ expiresAt: now })
    .where(
      and(
        eq(pendingSignups.tokenHash, tokenHash(token)),
        eq(pendingSignups.state, 'completed'),
        gt(pendingSignups.expiresAt, now),
      ),
    )
}

/** From `now` on neither the browser a person signed up with nor a mailed link to finish their signup opens their account. */
export async function revokeSignupTokens(db: Queryable, personId: string, now: Date): Promise<void> {
  await db.update(pendingSignups).set({ finishTokenHash: null }).where(eq(pendingSignups.personId, personId))
  await revokeSignupCookies(db, personId, now)
}
