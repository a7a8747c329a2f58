import { and, eq, isNull, lte } from 'drizzle-orm'
import { sweepSessions } from '#features/accounts/sweep-sessions.ts'
import { tokenHash } from '#features/people/tokens.ts'
import type { Services } from '#services.ts'
import { invitations } from './schema.ts'

/** Ends expired invitations, or only the one of a link, for good, so that a clock set back cannot reopen them. */
export async function endInvitations(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token?: string,
): Promise<void> {
  const now = clock.now()
  const isThis = token === undefined ? undefined : eq(invitations.tokenHash, tokenHash(token))
  await db
    .update(invitations)
    .set({ endedAt: now })
    .where(and(isNull(invitations.endedAt), lte(invitations.expiresAt, now), isThis))
}

/** Covers sessions, links and invitations that had expired before the clock was set back by `byMs`. */
export async function expireBeforeClockMove(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  byMs: number,
): Promise<void> {
  const before = new Date(clock.now().getTime() + byMs)
  const earlier = { db, clock: { now: () => before } }
  await sweepSessions(earlier)
  await endInvitations(earlier)
}
