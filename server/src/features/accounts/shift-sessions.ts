import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { sessions } from '#features/people/schema.ts'

/**
 * Takes every session along when a rehearsal moves the clock by `ms`: how long people stay signed in is a promise
 * in real time, and nobody at a keyboard waited that long.
 */
export async function shiftSessions(tx: Queryable, ms: number): Promise<void> {
  const further = sql`${ms} * interval '1 millisecond'`
  await tx.update(sessions).set({
    lastSeenAt: sql`${sessions.lastSeenAt} + ${further}`,
    confirmedAt: sql`${sessions.confirmedAt} + ${further}`,
    expiresAt: sql`${sessions.expiresAt} + ${further}`,
  })
}
