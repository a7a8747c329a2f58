import { eq } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import type { Services } from '#services.ts'
import { endSessions } from './end-session.ts'
import { passwordChanged } from './letters.ts'
import { knownDevices, passwordResets, people } from './schema.ts'

/**
 * Gives a person a new password, and ends every session and every mailed link that came with the old one, and what was
 * known of browsers: whoever used them proves anew who they are. The person is told by mail.
 */
export async function replacePassword(
  tx: Queryable,
  { live, mail, address }: Pick<Services, 'live' | 'mail' | 'address'>,
  { personId, passwordHash }: { personId: string; passwordHash: string },
): Promise<void> {
  const [person] = await tx
    .update(people)
    .set({ passwordHash })
    .where(eq(people.id, personId))
    .returning({ email: people.email, firstName: people.firstName })
  await tx.update(passwordResets).set({ isOver: true }).where(eq(passwordResets.personId, personId))
  await tx.delete(knownDevices).where(eq(knownDevices.personId, personId))
  await endSessions(tx, { live }, { personId })
  if (person) await mail.send(tx, passwordChanged(person, address.url))
}
