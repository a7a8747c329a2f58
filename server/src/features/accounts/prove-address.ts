import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { revokeSignupCookies } from '#features/people/revoke-signup-tokens.ts'
import type { Services } from '#services.ts'
import { endSessions } from './end-session.ts'
import { emailChanges, people } from '#features/people/schema.ts'
import { clearSecondFactors } from './clear-second-factors.ts'

/**
 * The first time, removes whatever a stranger may have added before: passkeys, second step, backup codes,
 * address changes, and all sessions but `keep`.
 */
export async function proveAddress(
  tx: Transaction,
  { clock, live }: Pick<Services, 'clock' | 'live'>,
  { personId, keep }: { personId: string; keep?: string | undefined },
): Promise<void> {
  const now = clock.now()
  const proven = await tx
    .update(people)
    .set({ emailProvenAt: now })
    .where(and(eq(people.id, personId), isNull(people.emailProvenAt)))
    .returning({ id: people.id })
  if (proven.length === 0) return
  await clearSecondFactors(tx, personId)
  await tx
    .update(emailChanges)
    .set({ state: 'over', confirmTokenHash: null })
    .where(and(eq(emailChanges.personId, personId), eq(emailChanges.state, 'asked')))
  await revokeSignupCookies(tx, personId, now)
  await endSessions(tx, { live }, keep ? { personId, except: keep } : { personId })
}
