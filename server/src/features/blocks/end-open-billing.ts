import { and, eq, isNull } from 'drizzle-orm'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Services } from '#services.ts'
import { blocks } from './schema.ts'

/**
 * Asks again to end what blocked people pay, where it still runs: a payment that was on its way when they were blocked
 * may have begun it, or the provider was away for longer than one job waits.
 */
export async function endOpenBilling({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  const open = await db
    .select({ blockId: blocks.id })
    .from(blocks)
    .innerJoin(memberships, and(eq(memberships.personId, blocks.personId), memberships.isCurrent))
    .where(and(isNull(blocks.endedAt), isNull(memberships.endedAt), isNull(memberships.cancelAt)))
  for (const { blockId } of open) await jobs.enqueue(db, 'end-billing', { blockId })
}
