import { and, eq, ne } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { raiseAlert } from '#alerts/alerts.ts'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { termsAt } from '#features/ledger/terms.ts'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import { accessOf } from '../access/access.ts'
import { recordDiscount, redeemCode, releaseCode } from '../checkout/redemptions.ts'
import { emailsForChange } from '../emails/emails-for-change.ts'
import { sendOnce } from '../emails/send-once.ts'
import { recordMovements, type SavedSnapshot } from '../mrr/record-movements.ts'
import { type Membership, memberships } from '../schema.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import {
  isLive,
  adoptedDefaultOf,
  isKnownStatus,
  isCanceledUnpaid,
  needsRevocationSync,
  type SubscriptionChange,
  newlyPaid,
  discountOf,
} from '../snapshot/subscription-state.ts'

/** Enqueues in `tx` what a snapshot requires at Stripe, and alerts the admins. All of it is safe to repeat. */
async function enqueueFollowUps(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'jobs' | 'log'>,
  personId: string,
  { snapshot }: Pick<SubscriptionChange, 'snapshot'>,
): Promise<void> {
  const { id: subscriptionId, status, endedAt, openInvoiceId, hasDraft } = snapshot
  if (!isKnownStatus(snapshot))
    await raiseAlert(tx, services, {
      kind: 'unknown-status',
      subject: subscriptionId,
      personId,
      message: `The provider calls a subscription "${status}", which this program does not know: it gives no access.`,
    })
  if (endedAt && (openInvoiceId || hasDraft))
    await services.jobs.enqueue(tx, 'void-unpaid', { subscriptionId })
  if (isCanceledUnpaid(snapshot)) await services.jobs.enqueue(tx, 'end-unpaid', { subscriptionId })
  if (needsRevocationSync(snapshot)) await services.jobs.enqueue(tx, 'follow-revocation', { subscriptionId })
  for (const { id, isLate, isRefunded, isDisputeLost, paymentIntentId } of snapshot.paid) {
    if (isRefunded || isDisputeLost || !paymentIntentId) continue
    // The snapshot may be older than the refund it asks for: the job checks that.
    if (snapshot.endReason === 'voided')
      await services.jobs.enqueue(tx, 'refund-rest', { paymentIntentId, personId })
    else if (isLate)
      await services.jobs.enqueue(tx, 'refund-late', { subscriptionId, paymentIntentId, invoiceId: id })
  }
}

/** Saves one customer's snapshots and all that follows. A row newer than `fetchedAt` is never overwritten. */
export async function applySnapshots(
  tx: Transaction,
  services: Pick<Services, 'address' | 'clock' | 'jobs' | 'live' | 'log' | 'mail' | 'secret'>,
  personId: string,
  customerId: string,
  snapshots: SubscriptionSnapshot[],
  fetchedAt: Date,
): Promise<void> {
  await lockUntilCommit(tx, `customer:${customerId}`)
  const before = await tx.select().from(memberships).where(eq(memberships.personId, personId))
  const now = services.clock.now()
  const changes: SubscriptionChange[] = []
  const written: SavedSnapshot[] = []
  for (const snapshot of snapshots) {
    const known = before.find((row) => row.subscriptionId === snapshot.id)
    if (known && known.syncedAt > fetchedAt) continue
    const graceUntil = await graceUntilOf(tx, snapshot)
    const isReturning = before.some((row) => row.paidThrough && row.subscriptionId !== snapshot.id)
    const change = { snapshot, known, graceUntil, isReturning }
    const membershipId = await saveMembership(tx, { personId, customerId, fetchedAt, ...change })
    await bookNewPayments(tx, services, { membershipId, personId, change })
    await settleCode(tx, services, personId, change)
    if (snapshot.paid.some((invoice) => invoice.discountCents > 0))
      await recordDiscount(tx, snapshot.id, discountOf(snapshot))
    changes.push(change)
    written.push({ membershipId, snapshot })
  }
  const after = await tx.select().from(memberships).where(eq(memberships.personId, personId))
  const current = after.toSorted(byRank)[0]
  await tx
    .update(memberships)
    .set({ isCurrent: false })
    .where(
      and(
        eq(memberships.personId, personId),
        memberships.isCurrent,
        current && ne(memberships.id, current.id),
      ),
    )
  if (current) await tx.update(memberships).set({ isCurrent: true }).where(eq(memberships.id, current.id))
  const duplicates = await enqueueDuplicateRefunds(tx, services, after)
  await recordMovements(tx, { personId, written, duplicates, fetchedAt, now })
  for (const change of changes) {
    await enqueueFollowUps(tx, services, personId, change)
    if (!duplicates.includes(change.snapshot.id))
      await sendOnce(tx, services, personId, emailsForChange(change, services.address.url))
  }

  const accessWith = (membership: Membership | undefined) =>
    JSON.stringify(accessOf({ role: 'subscriber', membership: membership ?? null }, now))
  const previous = before.find((row) => row.isCurrent)
  if (accessWith(previous) !== accessWith(current)) await services.live.accessChanged(tx, personId)
}

type MembershipInput = SubscriptionChange & { personId: string; customerId: string; fetchedAt: Date }

async function saveMembership(
  tx: Transaction,
  { personId, customerId, snapshot, fetchedAt, known, graceUntil }: MembershipInput,
) {
  const facts = {
    status: snapshot.status,
    cancelAt: snapshot.cancelAt,
    paidThrough: snapshot.paidThrough,
    unpaidSince: snapshot.unpaidSince,
    graceUntil,
    firstPayment: snapshot.firstPayment,
    priceCents: snapshot.priceCents,
    dueCents: snapshot.due?.amountCents ?? null,
    cardBrand: snapshot.cardBrand,
    cardLast4: snapshot.cardLast4,
    cardExpiresAt: snapshot.cardExpiresAt,
    periodEnd: snapshot.periodEnd,
    startedAt: snapshot.startedAt,
    endedAt: snapshot.endedAt,
    revokedAt: isRevoked(snapshot) ? (known?.revokedAt ?? fetchedAt) : null,
    syncedAt: fetchedAt,
  }
  const adoptedDefault = adoptedDefaultOf(snapshot, known)
  if (known) {
    // Do not overwrite a default that was adopted while the snapshot was fetched.
    const adopted = adoptedDefault === known.adoptedDefault ? {} : { adoptedDefault }
    await tx
      .update(memberships)
      .set({ ...facts, ...adopted })
      .where(eq(memberships.id, known.id))
    return known.id
  }
  const id = uuid()
  const whose = { id, personId, customerId, subscriptionId: snapshot.id }
  await tx.insert(memberships).values({ ...whose, ...facts, adoptedDefault })
  return id
}

/** The end of a subscription settles a refund or an open dispute, but not a lost one. */
const isRevoked = ({ revocation, endedAt }: SubscriptionSnapshot) =>
  revocation === 'disputed' || (revocation !== null && endedAt === null)

/** The terms that applied when the unpaid month began count: later terms never change it. */
async function graceUntilOf(tx: Transaction, { status, unpaidSince, paidThrough }: SubscriptionSnapshot) {
  const since = status === 'past_due' ? (unpaidSince ?? paidThrough) : null
  if (!since) return null
  const { graceDays } = await termsAt(tx, since)
  return new Date(since.getTime() + graceDays * dayMs)
}

const dayMs = 24 * 60 * 60 * 1000

type NewPayments = { membershipId: string; personId: string; change: SubscriptionChange }

/** Booking is idempotent, so an invoice may be enqueued twice, but none is left out. */
async function bookNewPayments(
  tx: Transaction,
  { jobs }: Pick<Services, 'jobs'>,
  { membershipId, personId, change }: NewPayments,
) {
  for (const { paymentIntentId } of newlyPaid(change)) {
    if (!paymentIntentId) continue
    await jobs.enqueue(tx, 'book-payment', {
      paymentIntentId,
      kind: 'subscription',
      sourceId: membershipId,
      personId,
    })
  }
}

/** Redeems a code when the first month begins, and releases it if that never happens. */
async function settleCode(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'log' | 'secret'>,
  personId: string,
  { snapshot, known }: SubscriptionChange,
) {
  const code = snapshot.metadata['coupon']
  if (!code || known?.paidThrough || known?.endedAt) return
  if (!snapshot.paidThrough) {
    if (snapshot.endedAt) await releaseCode(tx, { subscriptionId: snapshot.id })
    return
  }
  const [person] = await tx.select({ email: people.email }).from(people).where(eq(people.id, personId))
  await redeemCode(tx, services, {
    personId,
    email: person?.email ?? '',
    signupId: null,
    code,
    subscriptionId: snapshot.id,
    fingerprint: snapshot.cardFingerprint,
    discountCents: discountOf(snapshot),
  })
}

/** The current subscription is a live one, else one being paid for, else the last that was paid. */
function rankOf({ status, firstPayment, paidThrough }: Membership) {
  if (isLive({ status })) return 4
  if (status === 'incomplete' && firstPayment) return 3
  if (paidThrough) return 2
  return status === 'incomplete' ? 1 : 0
}

function byRank(one: Membership, other: Membership) {
  const byKind = rankOf(other) - rankOf(one)
  if (byKind !== 0) return byKind
  // Of two live ones the older stays current; of others the newer.
  const byAge = one.startedAt.getTime() - other.startedAt.getTime() || (one.id < other.id ? -1 : 1)
  return isLive(one) ? byAge : -byAge
}

async function enqueueDuplicateRefunds(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'jobs' | 'log'>,
  all: Membership[],
): Promise<string[]> {
  const [, ...duplicates] = all.filter(isLive).toSorted(byRank)
  for (const { subscriptionId, personId } of duplicates) {
    await raiseAlert(tx, services, {
      kind: 'second-subscription',
      subject: subscriptionId,
      personId,
      message: `Person ${personId} had two live subscriptions; the newer one is ended and refunded.`,
    })
    await services.jobs.enqueue(tx, 'give-back', { subscriptionId })
  }
  return duplicates.map(({ subscriptionId }) => subscriptionId)
}
