import { and, eq, isNull } from 'drizzle-orm'
import { Refusal } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { cancelSubscription } from '#features/subscriptions/ending/cancel-subscription.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Services } from '#services.ts'
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

/** Ends at the end of the paid month, or at once if it is unpaid. Rejects while Stripe does not respond. */
export async function endBilling(services: Services, blockId: string): Promise<void> {
  const [person] = await services.db
    .select({ id: people.id, role: people.role, stripeCustomerId: people.stripeCustomerId })
    .from(blocks)
    .innerJoin(people, eq(people.id, blocks.personId))
    .where(and(eq(blocks.id, blockId), isNull(blocks.endedAt)))
  if (!person) return
  try {
    await cancelSubscription(services, person)
  } catch (error) {
    const hasNothing = error instanceof Refusal && error.code === 'conflict'
    if (!hasNothing) throw error
  }
}
