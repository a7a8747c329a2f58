import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { Refusal } from '#errors.ts'
import { people } from '#features/people/schema.ts'

/** Holds the password somebody just proved to know until `tx` ends; refuses with 401 when it was replaced meanwhile. */
export async function lockPassword(
  tx: Transaction,
  personId: string,
  passwordHash: string | null,
): Promise<void> {
  const [now] = await tx
    .select({ passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.id, personId))
    .for('share')
  if (now?.passwordHash !== passwordHash)
    throw new Refusal(401, 'invalid_credentials', 'The password has just been changed. Please sign in again.')
}
