import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import { Refusal } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { cancelSubscription } from '#features/subscriptions/cancel-subscription.ts'
import type { Services } from '#services.ts'
import { currentMembership, personById } from './queries.ts'

/**
 * Cancels a person's subscription as they could themselves: at the end of the month they have paid for, at once where
 * it is not paid. Written down where it changed something. Refuses with 404, with 409 where there is nothing to cancel,
 * and with 503 while the provider does not answer.
 */
export async function cancelForPerson(
  services: Services,
  { actorId, personId }: { actorId: string; personId: string },
): Promise<SubscriptionStatus> {
  const { db, clock } = services
  const person = await personById(db, personId)
  const before = await currentMembership(db, personId)
  const status = await cancelled(services, person)
  const after = await currentMembership(db, personId)
  const isNew = before?.cancelAt === null || before?.subscriptionId !== after?.subscriptionId
  if (isNew)
    await recordAct(db, {
      actorId,
      action: 'subscription_cancelled',
      personId,
      ...(after ? { subject: after.subscriptionId } : {}),
      at: clock.now(),
    })
  return status
}

async function cancelled(services: Services, person: Parameters<typeof cancelSubscription>[1]) {
  try {
    return await cancelSubscription(services, person)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict')
      throw new Refusal(409, 'conflict', 'This person has no subscription to cancel.')
    throw error
  }
}
