import { and, eq, ne } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { people } from '#features/accounts/schema.ts'
import { answerOf } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { isLive } from './membership-status.ts'
import { cancellationMarks } from './cancellation-marks.ts'
import { endNow } from './end-now.ts'
import { paidTooLate, secondSubscription } from './mails.ts'
import { signupById } from './pending-signups.ts'
import { readSubscription, type SubscriptionReading } from './reading.ts'
import { refundRest } from './refund-rest.ts'
import { memberships } from './schema.ts'
import { syncCustomer } from './sync-customer.ts'

/** A subscription to end and to refund. `isTold` when whoever paid for it has been written to already. */
export type GiveBack = { subscriptionId: string; isTold?: boolean }

/**
 * Ends a subscription that should not have been and refunds everything that was paid for it. Safe to repeat: whoever
 * paid is told by the run that sent the money back, unless they know.
 */
export async function giveBack(services: Services, { subscriptionId, isTold }: GiveBack): Promise<void> {
  const { payments, db, mail } = services
  await endNow(services, subscriptionId, cancellationMarks.given_back)
  const reading = await answerOf(readSubscription(payments, subscriptionId))
  const sentBack = []
  for (const { paymentIntentId } of reading.paid)
    if (paymentIntentId) sentBack.push(await refundRest(payments.stripe, paymentIntentId))
  const owner = await ownerOf(services, subscriptionId)
  if (sentBack.includes(true) && !isTold) {
    const reader = owner ?? (await applicantOf(services, reading))
    if (reader) await mail.send(db, owner?.isMember ? secondSubscription(reader) : paidTooLate(reader))
  }
  if (owner) await syncCustomer(services, owner.customerId)
}

/** The person a subscription belongs to; `isMember` when another one of theirs goes on. */
async function ownerOf({ db }: Pick<Services, 'db'>, subscriptionId: string) {
  const [owner] = await db
    .select({
      personId: people.id,
      email: people.email,
      firstName: people.firstName,
      customerId: memberships.customerId,
    })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.subscriptionId, subscriptionId))
    .limit(1)
  if (!owner) return null
  const others = await db
    .select({ status: memberships.status })
    .from(memberships)
    .where(and(eq(memberships.personId, owner.personId), ne(memberships.subscriptionId, subscriptionId)))
  return { ...owner, firstName: owner.firstName ?? 'there', isMember: others.some(isLive) }
}

async function applicantOf({ db }: Pick<Services, 'db'>, { metadata }: SubscriptionReading) {
  const signupId = metadata.pending_signup
  return signupId && isUuid(signupId) ? signupById(db, signupId) : null
}
