import { and, asc, eq, isNull, lt, or } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { memberships } from '../schema.ts'
import { syncAndCollect } from './adopt-default-method.ts'
import { reconcileEach } from './reconcile-each.ts'
import type { SyncServices } from './sync-customer.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const batchSize = 50

/** Syncs memberships that an event should have renewed or ended by now. A failure does not stop the others. */
export async function reconcileSubscriptions(services: SyncServices): Promise<void> {
  const each = await reconcileEach(services)
  for (const [customerId, personId] of await customersToCheck(services))
    await each({ subject: customerId, personId }, () => syncAndCollect(services, customerId))
}

/** Customers whose paid time ends within a day, and those with a payment under way, not asked about for a while. */
async function customersToCheck({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Map<string, string>> {
  const now = clock.now().getTime()
  const ago = (ms: number) => new Date(now - ms)
  const found = await db
    .select({ customerId: memberships.customerId, personId: memberships.personId })
    .from(memberships)
    .where(
      or(
        and(
          memberships.isCurrent,
          isNull(memberships.endedAt),
          lt(memberships.paidThrough, ago(-24 * hourMs)),
          lt(memberships.syncedAt, ago(hourMs)),
        ),
        and(eq(memberships.status, 'incomplete'), lt(memberships.syncedAt, ago(5 * minuteMs))),
      ),
    )
    .orderBy(asc(memberships.syncedAt))
    .limit(batchSize)
  return new Map(found.map(({ customerId, personId }) => [customerId, personId]))
}
