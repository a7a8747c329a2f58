import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { accountSuspended } from '#errors.ts'
import { people } from './schema.ts'

/** Refuses with 403 who was blocked since they were let in. A block waits for `tx` where that was faster. */
export async function refuseBlocked(tx: Transaction, personId: string): Promise<void> {
  const [person] = await tx
    .select({ isBlocked: people.isBlocked })
    .from(people)
    .where(eq(people.id, personId))
    .for('share')
  if (person?.isBlocked) throw accountSuspended()
}
