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

/** What the browser needs to pay. Without a secret there is nothing left to pay. */
export type PreparedPayment = { clientSecret: string | null; subscriptionId: string; alreadyPaid?: boolean }

type PaymentServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'log' | 'payments' | 'secret'>

/** Keeps one unpaid subscription per signup: creates a new one only if it expired, or code or price changed. */
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
    // An earlier attempt had no answer and Stripe stored a failure for its key: retry at once with a new key.
    const retried =
      found.lastError !== null && isRepeatedFailure(error) && (await signupById(services.db, signupId))
    if (!retried) throw error
    return prepare(services, retried, wanted)
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
  // The signup is detached before this, so the ended subscription cannot become a membership.
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
  // Saved before the next request, so that a fast event finds its signup.
  const isSaved = await updateOpen(services, signup.id, { subscriptionId: made, state: 'awaiting_payment' })
  if (!isSaved) return settledPayment(services, signup.id)
  const snapshot = await withRefusals(fetchSubscription(payments, made))
  await saveSubscription(services, signup.id, snapshot)
  return toPreparedPayment(snapshot)
}

/** Paid or pending: both lead to the success page, where the account is created as soon as possible. */
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

/** The subscription of this signup, including one whose creation had no answer. */
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

/** Stripe repeats a refusal or a failure of its own for the same key, so the next attempt gets a new one. */
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

/** Updates an open signup; false if it was settled in the meantime. */
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

/** Returns that nothing is left to pay for a signup that an event or another tab has settled. */
async function settledPayment({ db }: PaymentServices, id: string): Promise<PreparedPayment> {
  const signup = await signupById(db, id)
  if (signup?.state === 'completed' && signup.subscriptionId)
    return { clientSecret: null, subscriptionId: signup.subscriptionId, alreadyPaid: true }
  throw conflict('This signup has ended. Please send the form once more.')
}
