import { password as passwordRule } from '@touchline/contract/accounts.ts'
import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { hashPassword, setFirstPassword } from '#features/people/passwords.ts'
import { isOpen, signupById, whileOpen } from '#features/people/pending-signups.ts'
import { refuseWeakPassword } from '#features/people/refuse-weak-password.ts'
import { pendingSignups, type PendingSignup } from '#features/people/signup-schema.ts'
import { checked } from '#http/input.ts'
import type { Services } from '#services.ts'

const owesPassword = ({ passwordHash, finishTokenHash, ...signup }: PendingSignup) =>
  passwordHash === null && (isOpen(signup) || finishTokenHash !== null)

/** Works before and after the account exists; an existing password stays. Throws 400 for a weak password. */
export async function setSignupPassword(
  { db, site }: Pick<Services, 'db' | 'site'>,
  signup: PendingSignup,
  password: string,
): Promise<void> {
  if (!owesPassword(signup)) return
  checked(z.object({ password: passwordRule }), { password })
  await refuseWeakPassword({ site }, password, 'password')
  const passwordHash = await hashPassword(password)
  const saved = await db
    .update(pendingSignups)
    .set({ passwordHash })
    .where(and(whileOpen(signup.id), isNull(pendingSignups.passwordHash)))
    .returning({ id: pendingSignups.id })
  if (saved.length > 0) return
  await db.transaction(async (tx) => {
    const settled = await signupById(tx, signup.id)
    if (!settled?.personId || settled.finishTokenHash === null) return
    await setFirstPassword(tx, settled.personId, passwordHash)
    await tx.update(pendingSignups).set({ finishTokenHash: null }).where(eq(pendingSignups.id, signup.id))
  })
}
