import type { Membership } from '../schema.ts'
import type { PaidInvoice } from './invoice-snapshot.ts'
import type { SubscriptionSnapshot } from './subscription-snapshot.ts'

export type SubscriptionChange = {
  snapshot: SubscriptionSnapshot
  known: Membership | undefined
  graceUntil: Date | null
  /** The person had another subscription before this one. */
  isReturning: boolean
}

const maxClockSkewMs = 5 * 60 * 1000

/** Invoices paid since the last snapshot. One may be returned twice, but none is left out. */
export function newlyPaid({
  snapshot,
  known,
}: Pick<SubscriptionChange, 'snapshot' | 'known'>): PaidInvoice[] {
  const paidBefore = known?.paidThrough
  const since = known ? known.syncedAt.getTime() - maxClockSkewMs : 0
  return snapshot.paid.filter(
    ({ periodEnd, paidAt }) => !paidBefore || periodEnd > paidBefore || paidAt.getTime() > since,
  )
}

/** What promo codes took off, less the invoices that bought nothing. */
export const discountOf = ({ paid }: Pick<SubscriptionSnapshot, 'paid'>): number =>
  paid
    .filter(({ isLate, isRefunded }) => !isLate && !isRefunded)
    .reduce((sum, { discountCents }) => sum + discountCents, 0)

/** True until the subscription charges the new default. Without `adopted` the newer of the two methods was chosen. */
export function isNewDefault(snapshot: SubscriptionSnapshot, adopted: string | null): boolean {
  const { ownMethod: own, defaultMethod: chosen } = snapshot
  if (!isLive(snapshot) || isCanceledUnpaid(snapshot) || !chosen || chosen.id === own?.id) return false
  return adopted === null ? isDefaultNewer(snapshot) : chosen.id !== adopted
}

/** True if the default is newer than the method of the subscription, or than the bill that has no method to pay it. */
function isDefaultNewer({
  ownMethod: own,
  defaultMethod: chosen,
  unpaidSince,
}: SubscriptionSnapshot): boolean {
  const since = own ? own.createdAt : unpaidSince
  return chosen !== null && since !== null && chosen.createdAt >= since
}

/** The default to save as adopted; a default that still has to be adopted is left out. */
export function adoptedDefaultOf(
  snapshot: SubscriptionSnapshot,
  known: Membership | undefined,
): string | null {
  const { ownMethod: own, defaultMethod: chosen } = snapshot
  const seen = chosen?.id ?? ''
  if (!known || (chosen && chosen.id === own?.id)) return seen
  return known.adoptedDefault === null && !isDefaultNewer(snapshot) ? seen : known.adoptedDefault
}

const liveStatuses = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused'])
const otherStatuses = new Set(['incomplete', 'incomplete_expired', 'canceled'])

/** True while a subscription costs money or may again: a person has at most one of these. */
export const isLive = ({ status }: { status: string }) => liveStatuses.has(status)

/** An unknown status gives no access, and the person is not charged for another subscription. */
export const isKnownStatus = ({ status }: { status: string }) =>
  liveStatuses.has(status) || otherStatuses.has(status)

/** Stripe would go on collecting that month until its end, but a member who cancels then owes nothing. */
export function isCanceledUnpaid({
  status,
  cancelAt,
  canceledAt,
  paidThrough,
}: PaymentStanding & Pick<SubscriptionSnapshot, 'cancelAt' | 'canceledAt'>): boolean {
  if (!cancelAt) return false
  if (status === 'past_due' || status === 'unpaid') return true
  return status === 'active' && canceledAt !== null && paidThrough !== null && canceledAt >= paidThrough
}

export type PaymentStanding = Pick<SubscriptionSnapshot, 'status' | 'paidThrough'>

/** For about an hour after a month ends, the next one has begun and is not charged yet. */
export const isPaidUp = ({ status, paidThrough }: PaymentStanding, now: Date): boolean =>
  status === 'trialing' || (status === 'active' && paidThrough !== null && paidThrough > now)

/** True while a subscription does not yet reflect a refund or dispute, or its reversal. */
export function needsRevocationSync(snapshot: SubscriptionSnapshot): boolean {
  const { revocation, cancelAt, endReason } = snapshot
  if (!isLive(snapshot)) return false
  // An undecided dispute leaves the subscription as it is.
  if (revocation === 'contested') return false
  if (revocation) return revocation === 'disputed' || cancelAt === null
  return endReason === 'refunded'
}
