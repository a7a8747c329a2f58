import { and, eq, ne } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { validate as isUuid } from 'uuid'
import { people } from '#features/accounts/schema.ts'
import { answerOf, isRepeatedFailure, isStoredFailure } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { isLive } from './apply-readings.ts'
import { endNow } from './end-now.ts'
import { paidTooLate, secondSubscription } from './mails.ts'
import { signupById } from './pending-signups.ts'
import { readSubscription, type SubscriptionReading } from './reading.ts'
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
  await endNow(services, subscriptionId)
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

/**
 * Refunds what is left of a payment; false when nothing was. The provider repeats its answer to a key for a day, also
 * a failure of its own and a refund that failed later: such a key has had its turn, and the next number is used. More
 * than was paid is never refunded, whatever the key.
 */
async function refundRest(stripe: Stripe, paymentIntentId: string): Promise<boolean> {
  const { data } = await answerOf(stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
  let failures = 0
  for (let number = data.length + 1; ; number += 1) {
    try {
      await stripe.refunds.create(
        { payment_intent: paymentIntentId, reason: 'duplicate' },
        // The SDK would ask again with the same key and hear the same.
        { idempotencyKey: `refund:${paymentIntentId}:${number}`, maxNetworkRetries: 0 },
      )
      return true
    } catch (error) {
      // A failure just now may have been one of the answer only.
      if (isAlreadyRefunded(error)) return failures > 0
      if (!isRepeatedFailure(error)) failures += 1
      if (!isStoredFailure(error) || failures > 1) throw error
    }
  }
}

const isAlreadyRefunded = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'

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
