import { lt, or } from 'drizzle-orm'
import { deleteOldAttempts } from '#limits/rate.ts'
import type { Services } from '#services.ts'
import { deleteExpiredLinks } from './account-links.ts'
import { expireResetLinks } from './reset-password.ts'
import { sweepEmailChanges } from './change-email.ts'
import { knownDevices, passkeyChallenges, sessions, signInSteps } from '#features/people/schema.ts'
import { deviceLifeMs } from './known-devices.ts'
import { idleLimitMs } from '#features/people/session-life.ts'

/** Deletes expired sign-in data every few minutes: a clock set back must not revive it. */
export async function sweepSessions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, new Date(now.getTime() - idleLimitMs))))
  await expireResetLinks({ db, clock })
  await deleteExpiredLinks({ db, clock })
  await sweepEmailChanges({ db, clock })
  await db.delete(signInSteps).where(lt(signInSteps.expiresAt, now))
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, new Date(now.getTime() - deviceLifeMs)))
  await deleteOldAttempts({ db, clock })
}
