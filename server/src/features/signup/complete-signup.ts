import { eq } from 'drizzle-orm'
import { raiseAlert } from '#alerts/alerts.ts'
import { isUniqueViolation, type Transaction } from '#db/database.ts'
import { recordAgreement } from '#features/agreements/record-agreement.ts'
import { createPerson, isAddressTaken } from '#features/people/create-person.ts'
import { isOpen, signupById } from '#features/people/pending-signups.ts'
import { pendingSignups, type PendingSignup } from '#features/people/signup-schema.ts'
import { redeemCode, releaseCode } from '#features/subscriptions/checkout/redemptions.ts'
import { paymentBeingVerified, receiptLines } from '#features/subscriptions/emails.ts'
import { paidEmailKey } from '#features/subscriptions/emails/emails-for-change.ts'
import { claimEmail } from '#features/subscriptions/emails/send-once.ts'
import {
  fetchSubscription,
  type SubscriptionSnapshot,
} from '#features/subscriptions/snapshot/subscription-snapshot.ts'
import { discountOf } from '#features/subscriptions/snapshot/subscription-state.ts'
import { applySnapshots } from '#features/subscriptions/sync/apply-snapshots.ts'
import { claimSource } from '#features/sources/member-source.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { paidTwice, signupNotPaid } from './emails.ts'
import { placeholderHash } from './finish-link.ts'

/** The address belongs to an account, or can still be reclaimed by one. */
class AddressTaken extends Error {}

export type SignupServices = Pick<
  Services,
  'db' | 'clock' | 'config' | 'jobs' | 'live' | 'log' | 'mail' | 'payments' | 'address' | 'secret' | 'site'
>

export type Completion =
  | { outcome: 'completed'; personId: string }
  | { outcome: 'processing' | 'unpaid' | 'duplicate' | 'expired' | 'unknown' }

/**
 * Trusts only Stripe's state; all or nothing. Browser, event and reconciler may call it; the first does the work.
 * Throws 503 while Stripe is unavailable.
 */
export async function completeSignup(services: SignupServices, signupId: string): Promise<Completion> {
  const { db, clock, payments } = services
  const signup = await signupById(db, signupId)
  if (!signup) return { outcome: 'unknown' }
  const settled = settledOutcome(signup)
  if (settled) return settled
  if (!signup.subscriptionId) return { outcome: 'unpaid' }
  const fetchedAt = clock.now()
  const snapshot = await withRefusals(fetchSubscription(payments, signup.subscriptionId))
  if (!belongsTo(snapshot, signup)) {
    await raiseAlert(db, services, {
      kind: 'signup-mismatch',
      subject: signupId,
      message: `Subscription ${snapshot.id} does not belong to the signup that names it.`,
    })
    return { outcome: 'unknown' }
  }
  if (!isPaid(snapshot)) return recordPending(services, signup, snapshot)
  try {
    return await db.transaction((tx) => createMember(tx, services, { signupId, snapshot, fetchedAt }))
  } catch (error) {
    if (!(error instanceof AddressTaken) && !isUniqueViolation(error, 'people_email_key')) throw error
    return refuseSecondPayment(services, signupId)
  }
}

function settledOutcome({ state, personId }: PendingSignup): Completion | null {
  if (state === 'completed' && personId) return { outcome: 'completed', personId }
  if (state === 'duplicate' || state === 'expired') return { outcome: state }
  return null
}

/** The price is not compared: it may have changed since the signup. */
const belongsTo = (snapshot: SubscriptionSnapshot, signup: PendingSignup) =>
  snapshot.customerId === signup.customerId &&
  snapshot.metadata.app === 'touchline' &&
  snapshot.metadata.pending_signup === signup.id

/** True if the subscription runs and its invoice is paid in full; a free one counts as paid. */
export const isPaid = ({ status, paidThrough }: SubscriptionSnapshot) =>
  (status === 'active' || status === 'trialing') && paidThrough !== null

async function recordPending(
  { db, clock, mail, address }: Pick<Services, 'db' | 'clock' | 'mail' | 'address'>,
  signup: PendingSignup,
  snapshot: SubscriptionSnapshot,
): Promise<Completion> {
  const isPending = snapshot.firstPayment === 'processing' || snapshot.status === 'active'
  const state = isPending ? 'processing' : 'awaiting_payment'
  await db.transaction(async (tx) => {
    const current = await lockSignup(tx, signup.id)
    if (!current || !isOpen(current) || current.subscriptionId !== snapshot.id) return
    await tx
      .update(pendingSignups)
      .set({ state, checkedAt: clock.now() })
      .where(eq(pendingSignups.id, signup.id))
    if (current.state !== 'processing' && snapshot.due?.isBeingVerified)
      await mail.enqueue(tx, paymentBeingVerified(current))
    if (current.state === 'processing' && snapshot.firstPayment === 'failed')
      await mail.enqueue(tx, signupNotPaid(current, address.url))
  })
  return { outcome: isPending ? 'processing' : 'unpaid' }
}

async function lockSignup(tx: Transaction, id: string) {
  const [found] = await tx.select().from(pendingSignups).where(eq(pendingSignups.id, id)).for('update')
  return found ?? null
}

type Paid = { signupId: string; snapshot: SubscriptionSnapshot; fetchedAt: Date }

async function createMember(
  tx: Transaction,
  services: SignupServices,
  { signupId, snapshot, fetchedAt }: Paid,
): Promise<Completion> {
  const { clock, jobs } = services
  const signup = await lockSignup(tx, signupId)
  if (!signup) return { outcome: 'unknown' }
  const settled = settledOutcome(signup)
  if (settled) return settled
  // The person switched the promo code since: this subscription is being ended and refunded.
  if (signup.subscriptionId !== snapshot.id) return { outcome: 'unpaid' }
  const now = clock.now()
  const { email, firstName, lastName, phoneNumber, passwordHash, customerId } = signup
  if (await isAddressTaken(tx, { email, now })) throw new AddressTaken()
  const person = await createPerson(tx, {
    email,
    firstName,
    lastName,
    phoneNumber: phoneNumber || null,
    passwordHash,
    stripeCustomerId: customerId,
    createdAt: now,
  })
  const first = snapshot.paid.find(({ isLate }) => !isLate)
  if (!first) throw new Error(`subscription ${snapshot.id} has no paid invoice`)
  // The welcome email carries the receipt, so the next sync must not send another.
  await claimEmail(tx, services, person.id, paidEmailKey(first.id))
  await applySnapshots(tx, services, person.id, snapshot.customerId, [snapshot], fetchedAt)
  if (signup.agreedAt)
    await recordAgreement(tx, { personId: person.id, screen: 'signup', agreedAt: signup.agreedAt })
  await claimSource(tx, signupId, person.id)
  if (signup.couponCode)
    await redeemCode(tx, services, {
      personId: person.id,
      email,
      signupId,
      code: signup.couponCode,
      subscriptionId: snapshot.id,
      fingerprint: snapshot.cardFingerprint,
      discountCents: discountOf(snapshot),
    })
  await tx
    .update(pendingSignups)
    .set({
      state: 'completed',
      personId: person.id,
      passwordHash: null,
      lastError: null,
      updatedAt: now,
      checkedAt: now,
      finishTokenHash: passwordHash ? null : placeholderHash(),
    })
    .where(eq(pendingSignups.id, signupId))
  const receipt = receiptLines(first)
  if (passwordHash) await jobs.enqueue(tx, 'welcome', { personId: person.id, receipt })
  else await jobs.enqueue(tx, 'finish-link', { signupId, receipt })
  return { outcome: 'completed', personId: person.id }
}

/** Refunds a payment whose address was taken by another account since, and creates no account. */
async function refuseSecondPayment(
  { db, clock, jobs, mail, address }: SignupServices,
  signupId: string,
): Promise<Completion> {
  return db.transaction(async (tx) => {
    const signup = await lockSignup(tx, signupId)
    if (!signup) return { outcome: 'unknown' }
    const settled = settledOutcome(signup)
    if (settled) return settled
    const now = clock.now()
    await tx
      .update(pendingSignups)
      .set({ state: 'duplicate', passwordHash: null, updatedAt: now, checkedAt: now })
      .where(eq(pendingSignups.id, signupId))
    await releaseCode(tx, { signupId })
    await jobs.enqueue(tx, 'give-back', { subscriptionId: signup.subscriptionId, isTold: true })
    await mail.enqueue(tx, paidTwice(signup, address.url))
    return { outcome: 'duplicate' }
  })
}
