import { and, eq, isNull } from 'drizzle-orm'
import { setFirstPassword } from '#features/accounts/set-first-password.ts'
import { hashPassword } from '#features/accounts/passwords.ts'
import type { Services } from '#services.ts'
import { type PendingSignup, pendingSignups } from './schema.ts'

/**
 * Lets someone who paid without choosing a password choose it now. An account that has a password keeps it: then
 * this changes nothing.
 */
export async function givePassword(
  { db }: Pick<Services, 'db'>,
  signup: PendingSignup,
  password: string,
): Promise<void> {
  const { personId } = signup
  if (!personId || !signup.finishTokenHash) return
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await setFirstPassword(tx, personId, passwordHash)
    await tx
      .update(pendingSignups)
      .set({ finishTokenHash: null })
      .where(and(eq(pendingSignups.id, signup.id), isNull(pendingSignups.passwordHash)))
  })
}
