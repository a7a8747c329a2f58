import type { Services } from '#services.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { memberships } from '#features/subscriptions/schema.ts'
import { blocks } from './schema.ts'

/** Covers payments in flight at the block, and outages of Stripe that outlast the job's retries. */
export async function endOpenBilling({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  const open = await db
    .select({ blockId: blocks.id })
    .from(blocks)
    .innerJoin(memberships, and(eq(memberships.personId, blocks.personId), memberships.isCurrent))
    .where(and(isNull(blocks.endedAt), isNull(memberships.endedAt), isNull(memberships.cancelAt)))
  for (const { blockId } of open) await jobs.enqueue(db, 'end-billing', { blockId })
}
