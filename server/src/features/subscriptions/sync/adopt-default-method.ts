import { eq } from 'drizzle-orm'
import { Refusal } from '#errors.ts'
import { withLock } from '#concurrency/keyed-mutex.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import { switchPaymentMethod } from '../checkout/update-payment-method.ts'
import { isLive, isNewDefault } from '../snapshot/subscription-state.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { memberships } from '../schema.ts'
import { type SyncServices, syncCustomer } from './sync-customer.ts'

/**
 * Asks the provider how a customer's subscriptions stand, like `syncCustomer`. A card that the customer made their
 * default since (the provider's portal does no more than that) becomes the one the subscription charges, and pays what
 * is open, once. A card that is declined for it is the subscription's all the same. 503 while the provider is away.
 */
export async function syncAndCollect(
  services: SyncServices,
  customerId: string,
): Promise<SubscriptionSnapshot[]> {
  const snapshots = await syncCustomer(services, customerId)
  if (!snapshots.some((snapshot) => isLive(snapshot) && hasOtherDefault(snapshot))) return snapshots
  return withLock(`charge:${customerId}`, async () => {
    // Whoever was before us may have done it.
    const fresh = await syncCustomer(services, customerId)
    const adopted = await adoptedDefaults(services, customerId)
    const isDone = await Promise.all(
      fresh.map((snapshot) => adoptDefault(services, snapshot, adopted.get(snapshot.id) ?? null)),
    )
    return isDone.includes(true) ? syncCustomer(services, customerId) : fresh
  })
}

const hasOtherDefault = ({ ownMethod: own, defaultMethod: chosen }: SubscriptionSnapshot) =>
  chosen !== null && chosen.id !== own?.id

/** The default of each subscription of a customer that was followed or found last; null or nothing where none was. */
async function adoptedDefaults(
  { db }: SyncServices,
  customerId: string,
): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ id: memberships.subscriptionId, adopted: memberships.adoptedDefault })
    .from(memberships)
    .where(eq(memberships.customerId, customerId))
  return new Map(rows.map(({ id, adopted }) => [id, adopted]))
}

async function adoptDefault(services: SyncServices, snapshot: SubscriptionSnapshot, adopted: string | null) {
  if (!isNewDefault(snapshot, adopted)) return false
  if (adopted === null && (await isOlderOfSameSecond(services, snapshot))) return false
  const chosen = snapshot.defaultMethod!.id
  try {
    await switchPaymentMethod(services, snapshot, chosen)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'card_declined') throw error
    services.log.info({ subscriptionId: snapshot.id }, 'the new default card was declined for what is open')
  }
  await services.db
    .update(memberships)
    .set({ adoptedDefault: chosen })
    .where(eq(memberships.subscriptionId, snapshot.id))
  return true
}

/** The provider's times are in seconds; where that is too coarse, its list has the newest first. */
async function isOlderOfSameSecond(
  { payments }: SyncServices,
  snapshot: SubscriptionSnapshot,
): Promise<boolean> {
  const { customerId, ownMethod: own, defaultMethod: chosen } = snapshot
  if (!own || !chosen || own.createdAt.getTime() !== chosen.createdAt.getTime()) return false
  const list = payments.stripe.paymentMethods.list({ customer: customerId, limit: 100 })
  const ids = (await withRefusals(list)).data.map(({ id }) => id)
  return ids.indexOf(chosen.id) > ids.indexOf(own.id)
}
