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
 * Gives a person a new password. Ends all their sessions, emailed links and unfinished sign-ins, and deletes their known
 * browsers. Passkeys stay (docs/decisions/0011-passkeys-and-two-factor.md): the email about the new password lists them.
 * Returns the person; null without any change when their password is no longer `former`.
 */
export async function replacePassword(
  tx: Queryable,
  { clock, live, mail, address }: Pick<Services, 'clock' | 'live' | 'mail' | 'address'>,
  { personId, passwordHash, former }: { personId: string; passwordHash: string; former?: string },
): Promise<Person | null> {
  const [person] = await tx
    .update(people)
    .set({ passwordHash })
    .where(and(eq(people.id, personId), former === undefined ? undefined : eq(people.passwordHash, former)))
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
  await mail.send(tx, passwordChanged(person, theirs, address.url))
  return person
}
