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

/** The only way membership state changes. Calls during a fetch share the next one. Throws 503 while Stripe is away. */
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
        // An erasure in progress clears the customer id; wait for it.
        .for('key share')
      if (person) await applySnapshots(tx, services, person.id, customerId, snapshots, fetchedAt)
    })
    return snapshots
  })
}

/** The person whose customer this is, or was until it was deleted at Stripe: its subscriptions may end after that. */
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

/** Keeps subscriptions at the current price, and known ones from an earlier price. */
async function onlyOurs({ db, payments }: SyncServices, customerId: string, all: SubscriptionSnapshot[]) {
  if (all.every((snapshot) => snapshot.priceId === payments.price.id)) return all
  const rows = await db
    .select({ subscriptionId: memberships.subscriptionId })
    .from(memberships)
    .where(eq(memberships.customerId, customerId))
  const known = new Set(rows.map((row) => row.subscriptionId))
  return all.filter((snapshot) => snapshot.priceId === payments.price.id || known.has(snapshot.id))
}
