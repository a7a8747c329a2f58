import { and, eq, inArray, isNull } from 'drizzle-orm'
import { conflict, notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { setRole } from '#features/accounts/set-role.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { roleRevoked } from './emails.ts'
import { invitations } from './schema.ts'

/**
 * Makes an ordinary account of a creator's or an admin's: they are signed out everywhere, told by mail, and the
 * invitations they sent are over. Nobody of the staff with this id: 404. The last admin, and the creator the club is
 * built around: 409.
 */
export async function revokeRole(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'mail'>,
  viewer: Pick<Viewer, 'id'>,
  { personId, reason }: { personId: string; reason: string },
): Promise<void> {
  const { db, clock, mail } = services
  await db.transaction(async (tx) => {
    // All of them are held: of two admins who take each other's role, one is left. Not against rows that name them: an
    // act written down meanwhile holds two of the staff in an order of its own, and each would wait for the other.
    const staff = await tx
      .select()
      .from(people)
      .where(inArray(people.role, ['creator', 'admin']))
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
    await mail.send(tx, roleRevoked(person, person.role))
  })
}
