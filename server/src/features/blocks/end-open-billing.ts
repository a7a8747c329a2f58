import type { Services } from '#services.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { memberships } from '#features/subscriptions/schema.ts'
import { blocks } from './schema.ts'

/**
 * Enqueues the end of billing for blocked people whose subscription still runs: a payment in flight may have started it
 * after the block, or Stripe was unavailable for longer than the job retries.
 */
export async function endOpenBilling({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  const open = await db
    .select({ blockId: blocks.id })
    .from(blocks)
    .innerJoin(memberships, and(eq(memberships.personId, blocks.personId), memberships.isCurrent))
    .where(and(isNull(blocks.endedAt), isNull(memberships.endedAt), isNull(memberships.cancelAt)))
  for (const { blockId } of open) await jobs.enqueue(db, 'end-billing', { blockId })
}
