import { and, desc, eq } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { voidSignupCookies } from '#features/people/revoke-signup-tokens.ts'
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
 * Gives a person a new password, and ends every session, every mailed link and every sign-in half done that came with
 * the old one, and what was known of browsers: whoever used them proves anew who they are. Passkeys stay (record 52); the
 * person is told by mail, with the name of each.
 * Answers who it was; null, and nothing changes, when their password is not `former` any more.
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
  await voidSignupCookies(tx, personId, clock.now())
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
