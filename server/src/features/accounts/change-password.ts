import { eq } from 'drizzle-orm'
import { invalid } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { hashPassword, passwordMatches } from '#features/people/passwords.ts'
import { refuseWeakPassword } from '#features/people/refuse-weak-password.ts'
import { replacePassword } from './replace-password.ts'
import { people } from '#features/people/schema.ts'

const wrongPassword = () =>
  invalid('Current password is incorrect', { currentPassword: 'Current password is incorrect' })

/** Ends all sessions of the viewer, this one too. Throws 400 for a wrong current password or a weak new one. */
export async function changePassword(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'mail' | 'address' | 'site'>,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<string> {
  const { db } = services
  const [person] = await db
    .select({ passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.id, viewer.id))
  const previous = person?.passwordHash ?? null
  if (!(await passwordMatches(previous, currentPassword)) || previous === null) throw wrongPassword()
  await refuseWeakPassword(services, newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const changed = await db.transaction((tx) =>
    replacePassword(tx, services, { personId: viewer.id, passwordHash, previous }),
  )
  if (!changed) throw wrongPassword()
  return passwordHash
}
