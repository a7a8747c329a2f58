import type { Invitation, StaffMember } from '@touchline/contract/staff.ts'
import { and, asc, desc, gt, isNotNull, isNull, ne } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import { invitations } from './schema.ts'
import { toInvitation } from './to-invitation.ts'

/** Returns the creators, moderators and admins: the main creator first, then by date of joining. */
export async function listStaff({ db }: Pick<Services, 'db'>): Promise<StaffMember[]> {
  const rows = await db
    .select()
    .from(people)
    .where(ne(people.role, 'subscriber'))
    .orderBy(desc(people.isMainInfluencer), asc(people.createdAt), asc(people.id))
  return rows.flatMap(({ role, ...person }) => {
    if (role === 'subscriber') return []
    const { id, email, isMainInfluencer, hasTwoFactor, hasPasskey, createdAt } = person
    const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || email
    const hasSecondStep = hasTwoFactor || hasPasskey
    return { id, name, email, role, isMainInfluencer, hasSecondStep, createdAt: createdAt.toISOString() }
  })
}

/** Returns the open invitations, newest first. */
export async function listOpenInvitations({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<Invitation[]> {
  const rows = await db
    .select()
    .from(invitations)
    .where(
      and(isNotNull(invitations.email), isNull(invitations.endedAt), gt(invitations.expiresAt, clock.now())),
    )
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
  return rows.map(toInvitation)
}
