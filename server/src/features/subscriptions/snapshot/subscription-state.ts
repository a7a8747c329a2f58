import type { SubscriptionSnapshot } from './subscription-snapshot.ts'
import type { Membership } from '../schema.ts'

/**
 * True when a customer made a card their default and the subscription does not charge it yet. `adopted` is the default
 * we last knew of (`memberships.adoptedDefault`); without one the younger card is the one they chose.
 */
export function isNewDefault(snapshot: SubscriptionSnapshot, adopted: string | null): boolean {
  const { ownMethod: own, defaultMethod: chosen } = snapshot
  if (!isLive(snapshot) || isCanceledUnpaid(snapshot) || !chosen || chosen.id === own?.id) return false
  return adopted === null ? isDefaultNewer(snapshot) : chosen.id !== adopted
}

/** True when the default is younger than what the subscription charges, or than the bill that nothing is there to pay. */
function isDefaultNewer({
  ownMethod: own,
  defaultMethod: chosen,
  unpaidSince,
}: SubscriptionSnapshot): boolean {
  const since = own ? own.createdAt : unpaidSince
  return chosen !== null && since !== null && chosen.createdAt >= since
}

/** The default to be known from now on: not one that still has to be followed. */
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

/** False for a word the provider has invented since: it gives no access, and nobody is charged beside it. */
export const isKnownStatus = ({ status }: { status: string }) =>
  liveStatuses.has(status) || otherStatuses.has(status)

/**
 * True where a cancellation came when the month that runs was not paid. The provider would go on collecting that month
 * until its end; whoever cancels then owes nothing any more.
 */
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

/** True while the month that runs is paid. For an hour after it the next one is begun and not charged yet. */
export const isPaidUp = ({ status, paidThrough }: PaymentStanding, now: Date): boolean =>
  status === 'trialing' || (status === 'active' && paidThrough !== null && paidThrough > now)

/** True while a subscription is not in line with what became of its money, whoever brought it out of line. */
export function needsRevocationSync(snapshot: SubscriptionSnapshot): boolean {
  const { revocation, cancelAt, endReason } = snapshot
  if (!isLive(snapshot)) return false
  // What the bank has not decided leaves the subscription as it is.
  if (revocation === 'contested') return false
  if (revocation) return revocation === 'disputed' || cancelAt === null
  return endReason === 'refunded'
}
