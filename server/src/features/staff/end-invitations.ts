import { and, eq, isNull, lte } from 'drizzle-orm'
import { sweepSessions } from '#features/accounts/jobs.ts'
import { tokenHash } from '#features/people/tokens.ts'
import type { Services } from '#services.ts'
import { invitations } from './schema.ts'

type Ones = Pick<Services, 'db' | 'clock'>

/** Ends for good the invitations whose time is over, or the one of a link, whatever the clock says later. */
export async function endInvitations({ db, clock }: Ones, token?: string): Promise<void> {
  const now = clock.now()
  const isThis = token === undefined ? undefined : eq(invitations.tokenHash, tokenHash(token))
  await db
    .update(invitations)
    .set({ endedAt: now })
    .where(and(isNull(invitations.endedAt), lte(invitations.expiresAt, now), isThis))
}

/**
 * Ends for good whatever opens a door and was over before the clock was set back by `byMs` milliseconds, also what
 * nobody has tried and no sweep has seen since.
 */
export async function expireBeforeClockMove({ db, clock }: Ones, byMs: number): Promise<void> {
  const before = new Date(clock.now().getTime() + byMs)
  const then = { db, clock: { now: () => before } }
  await sweepSessions(then)
  await endInvitations(then)
}
