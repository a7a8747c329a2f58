import type { MovementKind } from '@touchline/contract/insights.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'

/** A change of what one membership brings a month. */
export type Movement = { kind: MovementKind; members: -1 | 0 | 1; cents: number; happenedAt: Date }

/** What the movements of a membership add up to so far, and when the last of them happened. */
export type MovementTotals = { members: number; cents: number; lastAt: Date }

export type MovementInput = {
  snapshot: SubscriptionSnapshot
  /** Another one of the person goes on, and this one is given back: it never counts. */
  isDuplicate: boolean
  fetchedAt: Date
  /** Of this membership; null before its first. */
  moved: MovementTotals | null
  /** Another membership of the person counted before. */
  hasCountedElse: boolean
  /** Another one of the person that counted was running when this one began. */
  wasBeside: boolean
}

/**
 * What moved since a membership was read last; empty when nothing did. It counts while its month is paid and nothing of
 * it was taken back, and brings what it renews at. One that came and went unseen moves twice, unless it was the second
 * one of its person. Times are the provider's where it says them, and never before the movement they follow.
 */
export function movementsOf(facts: MovementInput): Movement[] {
  const { snapshot, isDuplicate, moved, wasBeside } = facts
  const isCounted = moved?.members === 1
  if (!isDuplicate && (isPaid(snapshot) || (moved?.members !== 0 && isChargePending(snapshot))))
    return isCounted ? repriced(facts, moved) : [gained(facts)]
  if (moved) return isCounted ? [lost(facts, moved)] : []
  if (isDuplicate || wasBeside || !hasBeenPaid(snapshot)) return []
  const gain = gained(facts)
  return [gain, lost(facts, { ...gain, lastAt: gain.happenedAt })]
}

/** True while the month that runs is paid. One whose bill was given up runs on at the provider, and is not paid. */
const isPaid = (snapshot: SubscriptionSnapshot) =>
  runs(snapshot) && snapshot.paidThrough !== null && snapshot.paidThrough >= snapshot.periodEnd

/**
 * True while the charge of the month that runs is still to come: for an hour after a month ends the next one is begun and
 * only drafted. Whoever counts goes on counting through it; whoever was lost is not won back before it is paid.
 */
const isChargePending = (snapshot: SubscriptionSnapshot) =>
  runs(snapshot) && snapshot.paidThrough !== null && (snapshot.openInvoiceId !== null || snapshot.hasDraft)

const runs = ({ status, revocation }: SubscriptionSnapshot) =>
  (status === 'active' || status === 'trialing') && !revocation

const hasBeenPaid = ({ status, paidThrough, endReason }: SubscriptionSnapshot) =>
  paidThrough !== null && !status.startsWith('incomplete') && endReason !== 'voided'

function gained({ snapshot, fetchedAt, moved, hasCountedElse }: MovementInput): Movement {
  const gain = { members: 1 as const, cents: snapshot.nextChargeCents }
  const payments = snapshot.paid.filter(({ isLate }) => !isLate).map(({ paidAt }) => paidAt)
  if (moved) {
    const paidSince = earliest(payments.filter((paidAt) => paidAt > moved.lastAt))
    return { kind: 'recovered', ...gain, happenedAt: notBefore(moved, paidSince ?? fetchedAt) }
  }
  const kind = hasCountedElse ? 'returning' : 'new'
  return { kind, ...gain, happenedAt: earliest(payments) ?? snapshot.startedAt }
}

function repriced({ snapshot, fetchedAt }: MovementInput, moved: MovementTotals): Movement[] {
  const cents = snapshot.nextChargeCents - moved.cents
  return cents === 0 ? [] : [{ kind: 'repriced', members: 0, cents, happenedAt: notBefore(moved, fetchedAt) }]
}

function lost({ snapshot, isDuplicate, fetchedAt }: MovementInput, moved: MovementTotals): Movement {
  const { kind, at } = isDuplicate
    ? { kind: 'taken_back' as const, at: fetchedAt }
    : lossOf(snapshot, fetchedAt)
  return { kind, members: -1, cents: -moved.cents, happenedAt: notBefore(moved, at) }
}

/** Whoever cancels while a month is unpaid was lost when it was not paid; before its charge was tried it is a choice. */
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
