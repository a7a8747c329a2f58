import { and, eq, isNull, ne } from 'drizzle-orm'
import { conflict, notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { setRole } from '#features/accounts/set-role.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { roleRevoked } from './emails.ts'
import { invitations } from './schema.ts'

/**
 * Ends their sessions and the invitations they sent. Throws 404 for a person who is not staff, 409 for the last admin
 * and the main creator.
 */
export async function revokeRole(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'mail' | 'site'>,
  viewer: Pick<Viewer, 'id'>,
  { personId, reason }: { personId: string; reason: string },
): Promise<void> {
  const { db, clock, mail } = services
  await db.transaction(async (tx) => {
    // Two admins cannot revoke each other. "no key update" does not conflict with the foreign keys of an audit entry,
    // which would deadlock.
    const staff = await tx
      .select()
      .from(people)
      .where(ne(people.role, 'subscriber'))
      .orderBy(people.id)
      .for('no key update')
    const person = staff.find(({ id }) => id === personId)
    if (!person || person.role === 'subscriber') throw notFound('Person')
    if (person.isMainInfluencer) throw conflict('The club is built around this creator: their role stays.')
    const admins = staff.filter(({ role, isBlocked }) => role === 'admin' && !isBlocked)
    if (person.role === 'admin' && admins.every(({ id }) => id === personId))
      throw conflict('This is the last admin. Please make another one first.')
    const at = clock.now()
    await setRole(tx, services, { personId, role: 'subscriber' })
    await tx
      .update(invitations)
      .set({ endedAt: at })
      .where(and(eq(invitations.invitedById, personId), isNull(invitations.endedAt)))
    await recordAct(tx, { actorId: viewer.id, action: 'role_taken', personId, reason, at })
    await mail.enqueue(tx, roleRevoked(person, person.role, services.site.settings.name))
  })
}
