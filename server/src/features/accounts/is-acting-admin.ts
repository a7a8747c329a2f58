import { and, eq } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/people/schema.ts'

/** Whether a person is an unblocked admin now: their requests take effect only as long as they are. */
export async function isActingAdmin(db: Queryable, personId: string): Promise<boolean> {
  const found = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), eq(people.role, 'admin'), eq(people.isBlocked, false)))
  return found.length > 0
}
