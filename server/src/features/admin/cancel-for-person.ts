import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import { lockUntilCommit } from '#db/database.ts'
import { conflict, Refusal } from '#errors.ts'
import { hasEntrySince } from '#features/audit/read-log.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { cancelSubscription } from '#features/subscriptions/ending/cancel-subscription.ts'
import { isLive } from '#features/subscriptions/snapshot/subscription-state.ts'
import { syncCustomer } from '#features/subscriptions/sync/sync-customer.ts'
import type { Services } from '#services.ts'
import { personById } from './queries.ts'
import { currentMembershipOf } from '#features/subscriptions/access/current-membership.ts'

const minuteMs = 60_000

/**
 * Writes the audit entry first, so that no change goes unrecorded. Throws 404 for an unknown person,
 * 409 when there is nothing to cancel, 503 while Stripe does not respond.
 */
export async function cancelForPerson(
  services: Services,
  { actorId, personId }: { actorId: string; personId: string },
): Promise<SubscriptionStatus> {
  const person = await personById(services.db, personId)
  if (person.stripeCustomerId) await syncCustomer(services, person.stripeCustomerId)
  await recordCancellation(services, { actorId, personId })
  return cancel(services, person)
}

async function recordCancellation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { actorId, personId }: { actorId: string; personId: string },
): Promise<void> {
  const membership = await currentMembershipOf(db, personId)
  if (!membership || !isLive(membership) || membership.cancelAt !== null) return
  const now = clock.now()
  const action = 'subscription_cancelled'
  await db.transaction(async (tx) => {
    await lockUntilCommit(tx, `cancel:${personId}`)
    // Another admin is canceling it, or this is a retry after Stripe did not respond.
    if (await hasEntrySince(tx, { personId, action }, new Date(now.getTime() - minuteMs))) return
    await recordAct(tx, { actorId, action, personId, subject: membership.subscriptionId, at: now })
  })
}

async function cancel(services: Services, person: Parameters<typeof cancelSubscription>[1]) {
  try {
    return await cancelSubscription(services, person)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict')
      throw conflict('This person has no subscription to cancel.')
    throw error
  }
}
