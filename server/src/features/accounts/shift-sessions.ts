import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { sessions } from '#features/people/schema.ts'

/** Sessions last in real time, which has not passed when the simulator moves the clock. */
export async function shiftSessions(tx: Queryable, ms: number): Promise<void> {
  const further = sql`${ms} * interval '1 millisecond'`
  await tx.update(sessions).set({
    lastSeenAt: sql`${sessions.lastSeenAt} + ${further}`,
    confirmedAt: sql`${sessions.confirmedAt} + ${further}`,
    expiresAt: sql`${sessions.expiresAt} + ${further}`,
  })
}
