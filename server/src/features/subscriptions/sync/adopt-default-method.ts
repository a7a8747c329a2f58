import { eq } from 'drizzle-orm'
import { Refusal } from '#errors.ts'
import { withLock } from '#concurrency/keyed-mutex.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import { switchPaymentMethod } from '../checkout/update-payment-method.ts'
import { isLive, isNewDefault } from '../snapshot/subscription-state.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import { memberships } from '../schema.ts'
import { type SyncServices, syncCustomer } from './sync-customer.ts'

/** Like `syncCustomer`, and pays the open invoice once with a default that Stripe's portal has just set. */
export async function syncAndCollect(
  services: SyncServices,
  customerId: string,
): Promise<SubscriptionSnapshot[]> {
  const snapshots = await syncCustomer(services, customerId)
  if (!snapshots.some((snapshot) => isLive(snapshot) && hasOtherDefault(snapshot))) return snapshots
  return withLock(`charge:${customerId}`, async () => {
    // A concurrent call may have adopted it.
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
    services.log.info(
      { subscriptionId: snapshot.id },
      'the new default payment method was declined for the open invoice',
    )
  }
  await services.db
    .update(memberships)
    .set({ adoptedDefault: chosen })
    .where(eq(memberships.subscriptionId, snapshot.id))
  return true
}

/** Stripe's times are in seconds: within one, its list order decides (newest first). */
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
