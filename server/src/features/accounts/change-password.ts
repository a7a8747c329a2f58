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

/**
 * Changes the password of who is signed in; all their sessions end, this one too. Answers the hash of the new one.
 * Refuses a wrong current password, and a weak new one, with 400.
 */
export async function changePassword(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'mail' | 'address'>,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<string> {
  const { db } = services
  const [person] = await db
    .select({ passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.id, viewer.id))
  const former = person?.passwordHash ?? null
  if (!(await passwordMatches(former, currentPassword)) || former === null) throw wrongPassword()
  await refuseWeakPassword(newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const changed = await db.transaction((tx) =>
    replacePassword(tx, services, { personId: viewer.id, passwordHash, former }),
  )
  if (!changed) throw wrongPassword()
  return passwordHash
}
