import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { Refusal } from '#errors.ts'
import { people } from '#features/people/schema.ts'

/** Locks the password that was just proved until `tx` ends. Throws 401 if it was replaced since. */
export async function lockPassword(
  tx: Transaction,
  personId: string,
  passwordHash: string | null,
): Promise<void> {
  const [person] = await tx
    .select({ passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.id, personId))
    .for('share')
  if (person?.passwordHash !== passwordHash)
    throw new Refusal(401, 'invalid_credentials', 'The password has just been changed. Please sign in again.')
}
