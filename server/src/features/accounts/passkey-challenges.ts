import { and, eq, gt, isNull } from 'drizzle-orm'
import { invalid } from '#errors.ts'
import type { Services } from '#services.ts'
import { passkeyChallenges } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'

export const challengeLifeMs = 5 * 60_000

type Purpose = typeof passkeyChallenges.$inferSelect.purpose

/** What a challenge is for; `personId` is null for a sign-in by any passkey. */
type About = { purpose: Purpose; personId: string | null }

/** Saves a challenge. The returned token goes into a cookie, so that only this browser can respond. */
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

/** Consumes a challenge whatever the response. Throws 400 if it is missing, expired or used. */
export async function consumeChallenge(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { token, purpose, personId }: About & { token: string | null },
): Promise<string> {
  const [consumed] = await db
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
  if (!consumed) throw invalid('That took too long. Please try again.')
  return consumed.challenge
}
