import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { accountSuspended } from '#errors.ts'
import { people } from './schema.ts'

/** Re-checks the block: it may be newer than the authentication. A later block waits for `tx`. Throws 403. */
export async function refuseBlocked(tx: Transaction, personId: string): Promise<void> {
  const [person] = await tx
    .select({ isBlocked: people.isBlocked })
    .from(people)
    .where(eq(people.id, personId))
    .for('share')
  if (person?.isBlocked) throw accountSuspended()
}
