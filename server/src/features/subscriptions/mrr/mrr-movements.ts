import type { MovementKind } from '@touchline/contract/insights.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'

export type Movement = { kind: MovementKind; members: -1 | 0 | 1; cents: number; happenedAt: Date }

/** The sum of a membership's movements so far, and the time of the last. */
export type MovementTotals = { members: number; cents: number; lastAt: Date }

export type MovementInput = {
  snapshot: SubscriptionSnapshot
  /** Another subscription of the person goes on and this one is refunded: it never counts. */
  isDuplicate: boolean
  fetchedAt: Date
  /** Totals of this membership; null before its first movement. */
  totals: MovementTotals | null
  /** Another membership of the person counted before. */
  hadOtherMembership: boolean
  /** Another membership that counted was running when this one began. */
  wasConcurrent: boolean
}

/**
 * A membership counts while its month is paid and nothing of it was reversed, and earns what it renews at.
 * Times are Stripe's where it reports them, and never before the previous movement.
 */
export function movementsOf(facts: MovementInput): Movement[] {
  const { snapshot, isDuplicate, totals, wasConcurrent } = facts
  const isCounted = totals?.members === 1
  if (!isDuplicate && (isPaid(snapshot) || (totals?.members !== 0 && isChargePending(snapshot))))
    return isCounted ? repriced(facts, totals) : [gained(facts)]
  if (totals) return isCounted ? [lost(facts, totals)] : []
  if (isDuplicate || wasConcurrent || !hasBeenPaid(snapshot)) return []
  const gain = gained(facts)
  return [gain, lost(facts, { ...gain, lastAt: gain.happenedAt })]
}

/** Stripe keeps a subscription running after it gives up on a bill; that month is unpaid. */
const isPaid = (snapshot: SubscriptionSnapshot) =>
  runs(snapshot) && snapshot.paidThrough !== null && snapshot.paidThrough >= snapshot.periodEnd

/** For about an hour after a month ends, the next one is a draft: members count on, lost ones do not return. */
const isChargePending = (snapshot: SubscriptionSnapshot) =>
  runs(snapshot) && snapshot.paidThrough !== null && (snapshot.openInvoiceId !== null || snapshot.hasDraft)

const runs = ({ status, revocation }: SubscriptionSnapshot) =>
  (status === 'active' || status === 'trialing') && !revocation

const hasBeenPaid = ({ status, paidThrough, endReason }: SubscriptionSnapshot) =>
  paidThrough !== null && !status.startsWith('incomplete') && endReason !== 'voided'

function gained({ snapshot, fetchedAt, totals, hadOtherMembership }: MovementInput): Movement {
  const gain = { members: 1 as const, cents: snapshot.nextChargeCents }
  const payments = snapshot.paid.filter(({ isLate }) => !isLate).map(({ paidAt }) => paidAt)
  if (totals) {
    const paidSince = earliest(payments.filter((paidAt) => paidAt > totals.lastAt))
    return { kind: 'recovered', ...gain, happenedAt: notBefore(totals, paidSince ?? fetchedAt) }
  }
  const kind = hadOtherMembership ? 'returning' : 'new'
  return { kind, ...gain, happenedAt: earliest(payments) ?? snapshot.startedAt }
}

function repriced({ snapshot, fetchedAt }: MovementInput, totals: MovementTotals): Movement[] {
  const cents = snapshot.nextChargeCents - totals.cents
  return cents === 0
    ? []
    : [{ kind: 'repriced', members: 0, cents, happenedAt: notBefore(totals, fetchedAt) }]
}

function lost({ snapshot, isDuplicate, fetchedAt }: MovementInput, totals: MovementTotals): Movement {
  const { kind, at } = isDuplicate
    ? { kind: 'taken_back' as const, at: fetchedAt }
    : lossOf(snapshot, fetchedAt)
  return { kind, members: -1, cents: -totals.cents, happenedAt: notBefore(totals, at) }
}

/** A member who cancels in an unpaid month was lost when it went unpaid; before the charge it is voluntary churn. */
function lossOf(snapshot: SubscriptionSnapshot, fetchedAt: Date): { kind: MovementKind; at: Date } {
  const { endedAt, endReason, revocation, unpaidSince, paidThrough } = snapshot
  if (revocation || endReason === 'disputed' || endReason === 'voided')
    return { kind: 'taken_back', at: endedAt ?? fetchedAt }
  const unpaidFrom = earliest([unpaidSince ?? paidThrough ?? fetchedAt, fetchedAt]) ?? fetchedAt
  if (!endedAt) return { kind: 'lost_by_failed_payment', at: unpaidFrom }
  return endReason === 'payment_failed'
    ? { kind: 'lost_by_failed_payment', at: unpaidFrom }
    : { kind: 'lost_by_choice', at: endedAt }
}

const earliest = (dates: Date[]) =>
  dates.reduce<Date | null>((first, date) => (first && first < date ? first : date), null)

const notBefore = ({ lastAt }: MovementTotals, date: Date) => (date < lastAt ? lastAt : date)
