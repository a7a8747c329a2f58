import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import {
  backupCodes,
  passkeys,
  people,
  type Person,
  signInSteps,
  twoFactors,
} from '#features/people/schema.ts'

/** Deletes app, backup codes, passkeys and unfinished sign-ins. `isRecovering` requires a new second factor. */
export async function clearSecondFactors(
  tx: Transaction,
  personId: string,
  { isRecovering = false }: { isRecovering?: boolean } = {},
): Promise<Person | undefined> {
  await tx.delete(passkeys).where(eq(passkeys.personId, personId))
  await tx.delete(twoFactors).where(eq(twoFactors.personId, personId))
  await tx.delete(backupCodes).where(eq(backupCodes.personId, personId))
  await tx.delete(signInSteps).where(eq(signInSteps.personId, personId))
  const [person] = await tx
    .update(people)
    .set({ hasTwoFactor: false, hasPasskey: false, isRecovering })
    .where(eq(people.id, personId))
    .returning()
  return person
}
