import { eq, sql } from 'drizzle-orm'
import { answerOf, isStoredFailure, toRefusal } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { isPaid } from './complete-signup.ts'
import { dropUnpaid, makeSubscription } from './make-subscription.ts'
import { signupById } from './pending-signups.ts'
import { readSubscription, readSubscriptionsOf, type SubscriptionReading } from './reading.ts'
import { type PendingSignup, pendingSignups } from './schema.ts'

/** What the browser needs to pay. Without a secret there is nothing to pay any more. */
export type PaymentToMake = { clientSecret: string | null; subscriptionId: string; alreadyPaid?: boolean }

type ForPayment = Pick<Services, 'db' | 'clock' | 'jobs' | 'payments'>

/**
 * The one unpaid subscription of a signup: the same again while it can be paid, another one when it has expired or
 * the promo code has changed. A used secret is never handed out.
 */
export async function subscriptionForSignup(
  services: ForPayment,
  signupId: string,
  couponCode: string | null,
): Promise<PaymentToMake> {
  const { db, payments } = services
  const found = await signupById(db, signupId)
  if (!found) throw new Error(`signup ${signupId} is gone`)
  const signup = await withCustomer(services, found)
  const existing = await existingSubscription(services, signup)
  if (existing) {
    const answer = toPaymentToMake(existing)
    const isSame = answer.alreadyPaid || (answer.clientSecret !== null && signup.couponCode === couponCode)
    if (isSame) {
      if (signup.subscriptionId !== existing.id) await keepSubscription(services, signup.id, existing)
      return answer
    }
    if (existing.status === 'incomplete') await dropUnpaid(services, existing.id)
  }
  const isOther = existing !== null || signup.couponCode !== couponCode
  const attempt = isOther ? signup.attempt + 1 : signup.attempt
  await change(services, signup.id, {
    attempt,
    couponCode,
    subscriptionId: null,
    invoiceId: null,
    paymentIntentId: null,
    lastError: null,
    state: 'started',
  })
  const made = await attempting(services, signup.id, () =>
    makeSubscription(services, {
      customerId: signup.customerId,
      couponCode,
      idempotencyKey: `su:${signup.id}:sub:${attempt}`,
      metadata: { pending_signup: signup.id },
    }),
  )
  // Known before anything else is asked, so that an event that is faster than this answer finds its signup.
  await change(services, signup.id, { subscriptionId: made, state: 'awaiting_payment' })
  const reading = await answerOf(readSubscription(payments, made))
  await keepSubscription(services, signup.id, reading)
  return toPaymentToMake(reading)
}

/** Paid, or money on its way: both go to the success page, where the account is made as soon as it can be. */
function toPaymentToMake(reading: SubscriptionReading): PaymentToMake {
  const isSettled = isPaid(reading) || reading.firstPayment === 'processing' || reading.status === 'active'
  return isSettled
    ? { clientSecret: null, subscriptionId: reading.id, alreadyPaid: true }
    : { clientSecret: reading.clientSecret, subscriptionId: reading.id }
}

async function withCustomer(services: ForPayment, signup: PendingSignup) {
  const { customerId, id, attempt, email, firstName, lastName, phoneNumber } = signup
  if (customerId) return { ...signup, customerId }
  const customer = await attempting(services, id, () =>
    services.payments.stripe.customers.create(
      {
        email,
        name: `${firstName} ${lastName}`,
        phone: phoneNumber,
        metadata: { app: 'touchline', pending_signup: id },
      },
      { idempotencyKey: `su:${id}:cus:${attempt}` },
    ),
  )
  await change(services, id, { customerId: customer.id })
  return { ...signup, customerId: customer.id }
}

/** The subscription of this signup, also one whose making was never answered. */
async function existingSubscription(
  { payments }: ForPayment,
  signup: PendingSignup & { customerId: string },
): Promise<SubscriptionReading | null> {
  if (signup.subscriptionId) return answerOf(readSubscription(payments, signup.subscriptionId))
  if (!signup.lastError) return null
  const all = await answerOf(readSubscriptionsOf(payments, signup.customerId))
  return all.find((reading) => reading.status === 'incomplete' || isPaid(reading)) ?? null
}

const keepSubscription = (services: ForPayment, signupId: string, reading: SubscriptionReading) =>
  change(services, signupId, {
    state: 'awaiting_payment',
    subscriptionId: reading.id,
    invoiceId: reading.openInvoiceId,
    paymentIntentId: reading.payment?.id ?? null,
    lastError: null,
  })

/** The provider repeats a failure of its own for the same key: it is noted, and the next try uses another key. */
async function attempting<Answer>(services: ForPayment, signupId: string, work: () => Promise<Answer>) {
  try {
    return await work()
  } catch (error) {
    if (isStoredFailure(error))
      await services.db
        .update(pendingSignups)
        .set({ lastError: String(error).slice(0, 500), attempt: sql`attempt + 1` })
        .where(eq(pendingSignups.id, signupId))
    throw toRefusal(error)
  }
}

const change = ({ db, clock }: ForPayment, id: string, to: Partial<PendingSignup>) =>
  db
    .update(pendingSignups)
    .set({ ...to, updatedAt: clock.now() })
    .where(eq(pendingSignups.id, id))
