import { and, eq, gt } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { pendingSignups } from './schema.ts'

/** From `now` on neither the browser a person signed up with nor a mailed link to finish their signup opens their account. */
export async function voidSignupCookies(db: Queryable, personId: string, now: Date): Promise<void> {
  const theirs = eq(pendingSignups.personId, personId)
  await db.update(pendingSignups).set({ finishTokenHash: null }).where(theirs)
  await db
    .update(pendingSignups)
    .set({ expiresAt: now })
    .where(and(theirs, gt(pendingSignups.expiresAt, now)))
}
