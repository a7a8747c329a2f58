import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people } from './schema.ts'

/** Sets the password of an account that has none; an existing one stays. */
export async function setFirstPassword(db: Queryable, personId: string, passwordHash: string): Promise<void> {
  await db
    .update(people)
    .set({ passwordHash })
    .where(and(eq(people.id, personId), isNull(people.passwordHash)))
}
