import { and, eq, exists, isNull, or } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { sharedLock } from '#concurrency/keyed-mutex.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { applySnapshots } from './apply-snapshots.ts'
import { fetchSubscriptionsOf, type SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { memberships } from '../schema.ts'

export type SyncServices = Pick<
  Services,
  'address' | 'db' | 'clock' | 'config' | 'jobs' | 'live' | 'log' | 'mail' | 'payments' | 'secret'
>

const shared = sharedLock<SubscriptionSnapshot[]>()

/**
 * Asks the provider how a customer's subscriptions stand and writes that down: the only way membership state changes.
 * Returns what it said. Calls that come while it is being asked share the next time. Refuses with 503 while the
 * provider does not answer; nothing changes then.
 */
export function syncCustomer(services: SyncServices, customerId: string): Promise<SubscriptionSnapshot[]> {
  return shared(`customer:${customerId}`, async () => {
    const fetchedAt = services.clock.now()
    const all = await withRefusals(fetchSubscriptionsOf(services.payments, customerId))
    const snapshots = await onlyOurs(services, customerId, all)
    await services.db.transaction(async (tx) => {
      const [person] = await tx
        .select({ id: people.id })
        .from(people)
        .where(isOrWasCustomer(tx, customerId))
        .limit(1)
        // Somebody who is just being erased is nobody's customer any more.
        .for('key share')
      if (person) await applySnapshots(tx, services, person.id, customerId, snapshots, fetchedAt)
    })
    return snapshots
  })
}

/**
 * Whose customer it is, or was until the provider deleted it: what that one subscribed to may end after we let go of it.
 */
const isOrWasCustomer = (db: Queryable, customerId: string) =>
  or(
    eq(people.stripeCustomerId, customerId),
    and(
      isNull(people.erasedAt),
      exists(
        db
          .select({ id: memberships.id })
          .from(memberships)
          .where(and(eq(memberships.personId, people.id), eq(memberships.customerId, customerId))),
      ),
    ),
  )

/** Subscriptions at our price, and those we know from when it was another. */
async function onlyOurs({ db, payments }: SyncServices, customerId: string, all: SubscriptionSnapshot[]) {
  if (all.every((snapshot) => snapshot.priceId === payments.price.id)) return all
  const rows = await db
    .select({ subscriptionId: memberships.subscriptionId })
    .from(memberships)
    .where(eq(memberships.customerId, customerId))
  const known = new Set(rows.map((row) => row.subscriptionId))
  return all.filter((snapshot) => snapshot.priceId === payments.price.id || known.has(snapshot.id))
}
