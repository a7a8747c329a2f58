import { and, eq, gt, isNull } from 'drizzle-orm'
import { invalid } from '#errors.ts'
import type { Services } from '#services.ts'
import { passkeyChallenges } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'

/** How long a question may wait for its answer, in milliseconds. */
export const challengeLifeMs = 5 * 60_000

type Purpose = typeof passkeyChallenges.$inferSelect.purpose

/** Whose passkey is asked for what; null where anybody may sign in. */
type About = { purpose: Purpose; personId: string | null }

/** Remembers what a passkey is asked; the returned token is for a cookie, so that this browser alone may answer. */
export async function createChallenge(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { purpose, personId, challenge }: About & { challenge: string },
): Promise<string> {
  const token = newToken()
  await db.insert(passkeyChallenges).values({
    tokenHash: tokenHash(token),
    purpose,
    personId,
    challenge,
    expiresAt: new Date(clock.now().getTime() + challengeLifeMs),
  })
  return token
}

/** Uses a question up, whatever the answer to it will be, and returns its challenge. None, old or used: 400. */
export async function consumeChallenge(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { token, purpose, personId }: About & { token: string | null },
): Promise<string> {
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.tokenHash, tokenHash(token ?? '')),
        eq(passkeyChallenges.purpose, purpose),
        personId === null ? isNull(passkeyChallenges.personId) : eq(passkeyChallenges.personId, personId),
        gt(passkeyChallenges.expiresAt, clock.now()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  if (!taken) throw invalid('That took too long. Please try again.')
  return taken.challenge
}
