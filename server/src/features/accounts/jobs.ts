import { lt, or } from 'drizzle-orm'
import { deleteOldAttempts } from '#http/rate-limit-store.ts'
import type { Services } from '#services.ts'
import { deleteExpiredLinks } from './account-links.ts'
import { sendConfirmLink } from './confirm-email.ts'
import { confirmAddress } from './emails.ts'
import { expireResetLinks, deleteResetLinks, sendResetLink } from './reset-password.ts'
import { sweepEmailChanges } from './change-email.ts'
import { sendChangeLink, sendChangeNotice } from './email-change-emails.ts'
import { runDueRemovals, sendRemovalNotice } from './two-factor-removal.ts'
import { sendUnlockLink } from './unlock.ts'
import { knownDevices, passkeyChallenges, sessions, signInSteps } from '#features/people/schema.ts'
import { deviceLifeMs } from './known-devices.ts'
import { idleLimitMs } from '#features/people/session-life.ts'

/**
 * Deletes expired sessions and other expired sign-in data. It runs every few minutes, so that a clock set back does
 * not revive them.
 */
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

/** Declares the jobs and schedules of accounts. */
export function accountJobs(services: Services): void {
  services.jobs.work('password-reset', ({ email, isByStaff }) =>
    sendResetLink(services, String(email), { isByStaff: isByStaff === true }),
  )
  services.jobs.work('confirm-email', ({ personId }) =>
    sendConfirmLink(services, String(personId), {
      unproven: (person, link) => confirmAddress(person, link, services.address.url),
    }),
  )
  services.jobs.work('unlock-link', ({ email }) => sendUnlockLink(services, String(email)))
  services.jobs.work('confirm-email-change', ({ changeId }) => sendChangeLink(services, String(changeId)))
  services.jobs.work('email-changed', ({ changeId }) => sendChangeNotice(services, String(changeId)))
  services.jobs.work('removal-asked', ({ removalId }) => sendRemovalNotice(services, String(removalId)))
  services.jobs.every('*/5 * * * *', 'remove-second-steps', () => runDueRemovals(services))
  services.jobs.every('43 3 * * *', 'forget-reset-links', () => deleteResetLinks(services))
  services.jobs.every('*/5 * * * *', 'sweep-sessions', () => sweepSessions(services))
}
