import { eq } from 'drizzle-orm'
import { invalid } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { passwordMatches } from '#features/people/passwords.ts'
import { people, sessions } from '#features/people/schema.ts'

/** Saves the time with the session. Throws 400 for a wrong password. */
export async function confirmIdentity(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Viewer,
  password: string,
): Promise<void> {
  const [person] = await db
    .select({ passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.id, viewer.id))
  if (!(await passwordMatches(person?.passwordHash ?? null, password)))
    throw invalid('Password is incorrect.', { password: 'Password is incorrect.' })
  await db.update(sessions).set({ confirmedAt: clock.now() }).where(eq(sessions.id, viewer.sessionId))
}
