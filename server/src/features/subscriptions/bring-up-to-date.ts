import { Refusal } from '#errors.ts'
import { inTurn } from '#payments/in-turn.ts'
import { answerOf } from '#payments/provider-errors.ts'
import { chargeWith } from './card-update.ts'
import { isCanceledUnpaid } from './end-unpaid.ts'
import { isLive } from './membership-status.ts'
import type { SubscriptionReading } from './reading.ts'
import { type ForSync, syncCustomer } from './sync-customer.ts'

/**
 * Asks the provider how a customer's subscriptions stand, like `syncCustomer`. A card that the customer made their
 * default since (the provider's portal does no more than that) becomes the one the subscription charges, and pays what
 * is open, once. A card that is declined for it is the subscription's all the same. 503 while the provider is away.
 */
export async function bringUpToDate(services: ForSync, customerId: string): Promise<SubscriptionReading[]> {
  const readings = await syncCustomer(services, customerId)
  if (!readings.some(mayHaveNewDefault)) return readings
  return inTurn(`charge:${customerId}`, async () => {
    // Whoever was before us may have done it.
    const fresh = await syncCustomer(services, customerId)
    const isDone = await Promise.all(fresh.map((reading) => useNewDefault(services, reading)))
    return isDone.includes(true) ? syncCustomer(services, customerId) : fresh
  })
}

/** True when the default is younger than what the subscription charges, or than the bill that nothing is there to pay. */
function mayHaveNewDefault(reading: SubscriptionReading): boolean {
  const { ownMethod: own, defaultMethod: chosen, unpaidSince } = reading
  if (!isLive(reading) || isCanceledUnpaid(reading) || !chosen || chosen.id === own?.id) return false
  const since = own ? own.createdAt : unpaidSince
  return since !== null && chosen.createdAt >= since
}

async function useNewDefault(services: ForSync, reading: SubscriptionReading): Promise<boolean> {
  if (!mayHaveNewDefault(reading) || (await isOlderOfSameSecond(services, reading))) return false
  try {
    await chargeWith(services, reading, reading.defaultMethod!.id)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'card_declined') throw error
    services.log.info({ subscriptionId: reading.id }, 'the new default card was declined for what is open')
  }
  return true
}

/** The provider's times are in seconds; where that is too coarse, its list has the newest first. */
async function isOlderOfSameSecond({ payments }: ForSync, reading: SubscriptionReading): Promise<boolean> {
  const { customerId, ownMethod: own, defaultMethod: chosen } = reading
  if (!own || !chosen || own.createdAt.getTime() !== chosen.createdAt.getTime()) return false
  const list = payments.stripe.paymentMethods.list({ customer: customerId, limit: 100 })
  const ids = (await answerOf(list)).data.map(({ id }) => id)
  return ids.indexOf(chosen.id) > ids.indexOf(own.id)
}
