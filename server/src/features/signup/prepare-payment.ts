import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { conflict } from '#errors.ts'
import {
  withRefusals,
  isOutcomeUnknown,
  isRepeatedFailure,
  isStoredFailure,
  toRefusal,
} from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { isPaid } from './complete-signup.ts'
import { ensureCustomer } from '#features/subscriptions/checkout/ensure-customer.ts'
import { cancelUnpaid, createSubscription } from '#features/subscriptions/checkout/create-subscription.ts'
import { signupById, whileOpen } from '#features/people/pending-signups.ts'
import { releaseCode, reserveCode } from '#features/subscriptions/checkout/redemptions.ts'
import {
  fetchSubscription,
  fetchSubscriptionsOf,
  type SubscriptionSnapshot,
} from '#features/subscriptions/snapshot/subscription-snapshot.ts'
import type { StartInput } from '#features/subscriptions/checkout/start-subscription.ts'
import { prepareCode } from '#features/subscriptions/checkout/prepare-code.ts'
import { pendingSignups, type PendingSignup } from '#features/people/signup-schema.ts'

/** What the browser needs to pay. Without a secret there is nothing to pay any more. */
export type PreparedPayment = { clientSecret: string | null; subscriptionId: string; alreadyPaid?: boolean }

type PaymentServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'log' | 'payments' | 'secret'>

/**
 * The one unpaid subscription of a signup: the same again while it can be paid, another one when it has expired or
 * the promo code or the price has changed. A used secret is never handed out.
 */
export async function preparePayment(
  services: PaymentServices,
  signupId: string,
  couponCode: string | null,
  setupIntentId: string | null = null,
): Promise<PreparedPayment> {
  const wanted = { couponCode, setupIntentId }
  const found = await signupById(services.db, signupId)
  if (!found) throw new Error(`signup ${signupId} is gone`)
  try {
    return await prepare(services, found, wanted)
  } catch (error) {
    // An earlier try went unanswered, and the provider kept a failure for its key: nobody has to try a third time.
    const noted =
      found.lastError !== null && isRepeatedFailure(error) && (await signupById(services.db, signupId))
    if (!noted) throw error
    return prepare(services, noted, wanted)
  }
}

async function prepare(
  services: PaymentServices,
  found: PendingSignup,
  { couponCode, setupIntentId = null }: StartInput,
): Promise<PreparedPayment> {
  const { payments } = services
  const signup = await withCustomer(services, found)
  const existing = await existingSubscription(services, signup)
  if (existing) {
    const answer = toPreparedPayment(existing)
    const isAsWanted = existing.priceId === payments.price.id && signup.couponCode === couponCode
    if (answer.alreadyPaid || (answer.clientSecret !== null && isAsWanted)) {
      if (signup.subscriptionId !== existing.id) await saveSubscription(services, signup.id, existing)
      return answer
    }
  }
  const code = couponCode
    ? await prepareCode(services, {
        code: couponCode,
        customerId: signup.customerId,
        newCustomer: () => Promise.resolve(signup.customerId),
        setupIntentId,
      })
    : null
  if (code && 'cardSecret' in code) return { clientSecret: code.cardSecret, subscriptionId: '' }
  const isOther = existing !== null || signup.couponCode !== couponCode
  const attempt = isOther ? signup.attempt + 1 : signup.attempt
  const isDetached = await services.db.transaction(async (tx) => {
    const isChanged = await updateOpen({ ...services, db: tx }, signup.id, {
      attempt,
      couponCode,
      subscriptionId: null,
      invoiceId: null,
      paymentIntentId: null,
      lastError: null,
      state: 'started',
    })
    if (!isChanged) return false
    const by = { signupId: signup.id }
    const fingerprint = code?.card?.fingerprint ?? null
    if (code) await reserveCode(tx, services, { by, email: signup.email, rules: code.rules, fingerprint })
    else await releaseCode(tx, by)
    return true
  })
  if (!isDetached) return settledPayment(services, signup.id)
  // After the signup has let go of it: nobody can become a member by a subscription that is ended here.
  if (existing?.status === 'incomplete') await cancelUnpaid(services, existing.id)
  const made = await recordFailure(services, signup.id, () =>
    createSubscription(services, {
      customerId: signup.customerId,
      couponCode,
      paymentMethodId: code?.card?.paymentMethodId ?? null,
      idempotencyKey: `su:${signup.id}:sub:${attempt}`,
      metadata: { pending_signup: signup.id },
    }),
  )
  // Known before anything else is asked, so that an event that is faster than this answer finds its signup.
  const isKept = await updateOpen(services, signup.id, { subscriptionId: made, state: 'awaiting_payment' })
  if (!isKept) return settledPayment(services, signup.id)
  const snapshot = await withRefusals(fetchSubscription(payments, made))
  await saveSubscription(services, signup.id, snapshot)
  return toPreparedPayment(snapshot)
}

/** Paid, or money on its way: both go to the success page, where the account is made as soon as it can be. */
function toPreparedPayment(snapshot: SubscriptionSnapshot): PreparedPayment {
  const isSettled = isPaid(snapshot) || snapshot.firstPayment === 'processing' || snapshot.status === 'active'
  return isSettled
    ? { clientSecret: null, subscriptionId: snapshot.id, alreadyPaid: true }
    : { clientSecret: snapshot.clientSecret, subscriptionId: snapshot.id }
}

async function withCustomer(services: PaymentServices, signup: PendingSignup) {
  const { customerId, id, attempt, email, firstName, lastName, phoneNumber } = signup
  if (customerId) return { ...signup, customerId }
  const made = await recordFailure(services, id, () =>
    ensureCustomer(services.payments, {
      email,
      name: `${firstName} ${lastName}`,
      phone: phoneNumber,
      metadata: { pending_signup: id },
      idempotencyKey: `su:${id}:cus:${attempt}`,
      mayExist: signup.lastError !== null,
    }),
  )
  await updateOpen(services, id, { customerId: made })
  return { ...signup, customerId: made }
}

/** The subscription of this signup, also one whose making was never answered. */
async function existingSubscription(
  { payments }: PaymentServices,
  signup: PendingSignup & { customerId: string },
): Promise<SubscriptionSnapshot | null> {
  if (signup.subscriptionId) return withRefusals(fetchSubscription(payments, signup.subscriptionId))
  if (!signup.lastError) return null
  const all = await withRefusals(fetchSubscriptionsOf(payments, signup.customerId))
  return all.find((snapshot) => snapshot.status === 'incomplete' || isPaid(snapshot)) ?? null
}

const saveSubscription = (services: PaymentServices, signupId: string, snapshot: SubscriptionSnapshot) =>
  updateOpen(services, signupId, {
    state: 'awaiting_payment',
    subscriptionId: snapshot.id,
    invoiceId: snapshot.openInvoiceId,
    paymentIntentId: snapshot.payment?.id ?? null,
    lastError: null,
  })

/**
 * Notes a try that may have made something. The provider repeats a failure of its own, and a refusal, for the same key:
 * then the next try uses another one.
 */
async function recordFailure<Answer>(
  services: PaymentServices,
  signupId: string,
  work: () => Promise<Answer>,
) {
  try {
    return await work()
  } catch (error) {
    const isUnknown = isOutcomeUnknown(error)
    await services.db
      .update(pendingSignups)
      .set({
        ...(isUnknown ? { lastError: String(error).slice(0, 500) } : {}),
        ...(!isUnknown || isStoredFailure(error) ? { attempt: sql`attempt + 1` } : {}),
      })
      .where(whileOpen(signupId))
    throw toRefusal(error)
  }
}

/** Changes a signup that is open; false when it was settled meanwhile, and stays as it is. */
async function updateOpen(
  { db, clock }: Pick<PaymentServices, 'clock'> & { db: Queryable },
  id: string,
  to: Partial<PendingSignup>,
): Promise<boolean> {
  const changed = await db
    .update(pendingSignups)
    .set({ ...to, updatedAt: clock.now() })
    .where(whileOpen(id))
    .returning({ id: pendingSignups.id })
  return changed.length > 0
}

/** What there is to pay for a signup that an event or another tab has settled: nothing. */
async function settledPayment({ db }: PaymentServices, id: string): Promise<PreparedPayment> {
  const signup = await signupById(db, id)
  if (signup?.state === 'completed' && signup.subscriptionId)
    return { clientSecret: null, subscriptionId: signup.subscriptionId, alreadyPaid: true }
  throw conflict('This signup has ended. Please send the form once more.')
}
