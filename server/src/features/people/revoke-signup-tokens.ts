import { and, eq, gt } from 'drizzle-orm'
import { tokenHash } from './tokens.ts'
import type { Queryable } from '#db/database.ts'
import { pendingSignups } from './signup-schema.ts'

/** Revokes the signup cookies of a person; an emailed link to finish the signup still works. */
export async function revokeSignupCookies(db: Queryable, personId: string, now: Date): Promise<void> {
  await db
    .update(pendingSignups)
    .set({ expiresAt: now })
    .where(and(eq(pendingSignups.personId, personId), gt(pendingSignups.expiresAt, now)))
}

/** Revokes one signup cookie and every copy of it. An uncompleted signup stays as it is. */
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

/** Revokes the signup cookies of a person and the emailed link to finish the signup. */
export async function revokeSignupTokens(db: Queryable, personId: string, now: Date): Promise<void> {
  await db.update(pendingSignups).set({ finishTokenHash: null }).where(eq(pendingSignups.personId, personId))
  await revokeSignupCookies(db, personId, now)
}
