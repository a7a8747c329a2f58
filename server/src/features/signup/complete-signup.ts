import { eq } from 'drizzle-orm'
import { isAddressTaken } from '#features/accounts/change-email.ts'
import { createPerson } from '#features/people/create-person.ts'
import { recordAgreement } from '#features/agreements/record-agreement.ts'
import { isUniqueViolation, type Transaction } from '#db/database.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { applySnapshots } from '#features/subscriptions/sync/apply-snapshots.ts'
import { placeholderHash } from './finish-link.ts'
import { paidEmailKey } from '#features/subscriptions/emails/emails-for-change.ts'
import { paidTwice, signupNotPaid } from './emails.ts'
import { isOpen, signupById } from '#features/people/pending-signups.ts'
import {
  fetchSubscription,
  type SubscriptionSnapshot,
} from '#features/subscriptions/snapshot/subscription-snapshot.ts'
import { redeemCode, releaseCode } from '#features/subscriptions/checkout/redemptions.ts'
import { receiptLines } from '#features/subscriptions/emails/receipt-lines.ts'
import { claimEmail } from '#features/subscriptions/emails/send-once.ts'
import { pendingSignups, type PendingSignup } from '#features/people/signup-schema.ts'
import { paymentBeingVerified } from '#features/subscriptions/emails/welcome-emails.ts'

/** The address is somebody’s, or they can still take it back. */
class AddressTaken extends Error {}

export type SignupServices = Pick<
  Services,
  'db' | 'clock' | 'config' | 'jobs' | 'live' | 'log' | 'mail' | 'payments' | 'address' | 'secret'
>

export type Completion =
  | { outcome: 'completed'; personId: string }
  | { outcome: 'processing' | 'unpaid' | 'duplicate' | 'expired' | 'unknown' }

/**
 * Makes a member of a signup that is paid: the person, the membership, the mail and the booking, all or none. The
 * provider is asked; nobody's word is taken. Whoever calls first (the browser, an event, the reconciler) does it, the
 * others get the same answer. Refuses with 503 while the provider does not answer.
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

/** Whatever its price: it was made for this signup, and the price of the club may have changed since. */
const belongsTo = (snapshot: SubscriptionSnapshot, signup: PendingSignup) =>
  snapshot.customerId === signup.customerId &&
  snapshot.metadata.app === 'touchline' &&
  snapshot.metadata.pending_signup === signup.id

/** True when the subscription runs and its invoice was paid in full; one that costs nothing counts as paid. */
export const isPaid = ({ status, paidThrough }: SubscriptionSnapshot) =>
  (status === 'active' || status === 'trialing') && paidThrough !== null

async function recordPending(
  { db, clock, mail, address }: Pick<Services, 'db' | 'clock' | 'mail' | 'address'>,
  signup: PendingSignup,
  snapshot: SubscriptionSnapshot,
): Promise<Completion> {
  const isOnItsWay = snapshot.firstPayment === 'processing' || snapshot.status === 'active'
  const state = isOnItsWay ? 'processing' : 'awaiting_payment'
  await db.transaction(async (tx) => {
    const now = await lockSignup(tx, signup.id)
    if (!now || !isOpen(now) || now.subscriptionId !== snapshot.id) return
    await tx
      .update(pendingSignups)
      .set({ state, checkedAt: clock.now() })
      .where(eq(pendingSignups.id, signup.id))
    if (now.state !== 'processing' && snapshot.due?.isBeingVerified)
      await mail.send(tx, paymentBeingVerified(now))
    if (now.state === 'processing' && snapshot.firstPayment === 'failed')
      await mail.send(tx, signupNotPaid(now, address.url))
  })
  return { outcome: isOnItsWay ? 'processing' : 'unpaid' }
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
  // Another promo code was asked for meanwhile: this subscription is being ended, and its money goes back.
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
  // This is where its receipt is sent; whoever reads the provider next finds it written.
  await claimEmail(tx, services, person.id, paidEmailKey(first.id))
  await applySnapshots(tx, services, person.id, snapshot.customerId, [snapshot], fetchedAt)
  if (signup.agreedAt)
    await recordAgreement(tx, { personId: person.id, screen: 'signup', agreedAt: signup.agreedAt })
  if (signup.couponCode)
    await redeemCode(tx, services, {
      personId: person.id,
      email,
      signupId,
      code: signup.couponCode,
      subscriptionId: snapshot.id,
      fingerprint: snapshot.cardFingerprint,
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

/** Someone with this address became a member meanwhile: this payment goes back, and nobody is let in by it. */
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
    await mail.send(tx, paidTwice(signup, address.url))
    return { outcome: 'duplicate' }
  })
}
