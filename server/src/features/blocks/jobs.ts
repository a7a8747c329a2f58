import type { Services } from '#services.ts'
import { endBilling } from './end-billing.ts'
import { endDueBlocks } from './end-due-blocks.ts'
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

/** Declares the background jobs for blocks. */
export function blockJobs(services: Services): void {
  services.jobs.work('end-billing', ({ blockId }) => endBilling(services, String(blockId)), {
    keyOf: ({ blockId }) => String(blockId),
  })
  services.jobs.every('* * * * *', 'end-blocks', async () => void (await endDueBlocks(services)))
  services.jobs.every('47 * * * *', 'end-open-billing', () => endOpenBilling(services))
}
