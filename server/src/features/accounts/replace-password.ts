import { and, desc, eq } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { revokeSignupTokens } from '#features/people/revoke-signup-tokens.ts'
import type { Services } from '#services.ts'
import { endSessions } from './end-session.ts'
import { passwordChanged } from './emails.ts'
import {
  knownDevices,
  passkeys,
  passwordResets,
  people,
  type Person,
  signInSteps,
} from '#features/people/schema.ts'

/**
 * Ends what the old password allowed: sessions, links, sign-ins, known devices. Passkeys stay; the email names them.
 * Returns null, and nothing changes, if the password is no longer `previous`.
 */
export async function replacePassword(
  tx: Queryable,
  { clock, live, mail, address }: Pick<Services, 'clock' | 'live' | 'mail' | 'address'>,
  { personId, passwordHash, previous }: { personId: string; passwordHash: string; previous?: string },
): Promise<Person | null> {
  const [person] = await tx
    .update(people)
    .set({ passwordHash })
    .where(
      and(eq(people.id, personId), previous === undefined ? undefined : eq(people.passwordHash, previous)),
    )
    .returning()
  if (!person) return null
  await tx.update(passwordResets).set({ isOver: true }).where(eq(passwordResets.personId, personId))
  await tx.delete(signInSteps).where(eq(signInSteps.personId, personId))
  await revokeSignupTokens(tx, personId, clock.now())
  await tx.delete(knownDevices).where(eq(knownDevices.personId, personId))
  await endSessions(tx, { live }, { personId })
  const theirs = await tx
    .select({ name: passkeys.name, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(desc(passkeys.createdAt))
  await mail.enqueue(tx, passwordChanged(person, theirs, address.url))
  return person
}
