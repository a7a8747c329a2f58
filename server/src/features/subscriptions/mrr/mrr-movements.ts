import type { MovementKind } from '@touchline/contract/insights.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'

/** A change of what one membership brings a month. */
export type Movement = { kind: MovementKind; members: -1 | 0 | 1; cents: number; happenedAt: Date }

/** What the movements of a membership add up to so far, and when the last of them happened. */
export type MovementTotals = { members: number; cents: number; lastAt: Date }

export type MovementInput = {
  reading: SubscriptionSnapshot
  /** Another one of the person goes on, and this one is given back: it never counts. */
  isSecond: boolean
  askedAt: Date
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
  const { reading, isSecond, moved, wasBeside } = facts
  const isCounted = moved?.members === 1
  if (!isSecond && (isPaid(reading) || (moved?.members !== 0 && isChargePending(reading))))
    return isCounted ? repriced(facts, moved) : [gained(facts)]
  if (moved) return isCounted ? [lost(facts, moved)] : []
  if (isSecond || wasBeside || !hasBeenPaid(reading)) return []
  const gain = gained(facts)
  return [gain, lost(facts, { ...gain, lastAt: gain.happenedAt })]
}

/** True while the month that runs is paid. One whose bill was given up runs on at the provider, and is not paid. */
const isPaid = (reading: SubscriptionSnapshot) =>
  runs(reading) && reading.paidThrough !== null && reading.paidThrough >= reading.periodEnd

/**
 * True while the charge of the month that runs is still to come: for an hour after a month ends the next one is begun and
 * only drafted. Whoever counts goes on counting through it; whoever was lost is not won back before it is paid.
 */
const isChargePending = (reading: SubscriptionSnapshot) =>
  runs(reading) && reading.paidThrough !== null && (reading.openInvoiceId !== null || reading.hasDraft)

const runs = ({ status, revocation }: SubscriptionSnapshot) =>
  (status === 'active' || status === 'trialing') && !revocation

const hasBeenPaid = ({ status, paidThrough, endedBecause }: SubscriptionSnapshot) =>
  paidThrough !== null && !status.startsWith('incomplete') && endedBecause !== 'given_back'

function gained({ reading, askedAt, moved, hasCountedElse }: MovementInput): Movement {
  const gain = { members: 1 as const, cents: reading.renewsAtCents }
  const payments = reading.paid.filter(({ isLate }) => !isLate).map(({ paidAt }) => paidAt)
  if (moved) {
    const paidSince = earliest(payments.filter((paidAt) => paidAt > moved.lastAt))
    return { kind: 'recovered', ...gain, happenedAt: notBefore(moved, paidSince ?? askedAt) }
  }
  const kind = hasCountedElse ? 'returning' : 'new'
  return { kind, ...gain, happenedAt: earliest(payments) ?? reading.startedAt }
}

function repriced({ reading, askedAt }: MovementInput, moved: MovementTotals): Movement[] {
  const cents = reading.renewsAtCents - moved.cents
  return cents === 0 ? [] : [{ kind: 'repriced', members: 0, cents, happenedAt: notBefore(moved, askedAt) }]
}

function lost({ reading, isSecond, askedAt }: MovementInput, moved: MovementTotals): Movement {
  const { kind, at } = isSecond ? { kind: 'taken_back' as const, at: askedAt } : lossOf(reading, askedAt)
  return { kind, members: -1, cents: -moved.cents, happenedAt: notBefore(moved, at) }
}

/** Whoever cancels while a month is unpaid was lost when it was not paid; before its charge was tried it is a choice. */
function lossOf(reading: SubscriptionSnapshot, askedAt: Date): { kind: MovementKind; at: Date } {
  const { endedAt, endedBecause, revocation, unpaidSince, paidThrough } = reading
  if (revocation || endedBecause === 'disputed' || endedBecause === 'given_back')
    return { kind: 'taken_back', at: endedAt ?? askedAt }
  const unpaidFrom = earliest([unpaidSince ?? paidThrough ?? askedAt, askedAt]) ?? askedAt
  if (!endedAt) return { kind: 'lost_by_failed_payment', at: unpaidFrom }
  return endedBecause === 'payment_failed'
    ? { kind: 'lost_by_failed_payment', at: unpaidFrom }
    : { kind: 'lost_by_choice', at: endedAt }
}

const earliest = (dates: Date[]) =>
  dates.reduce<Date | null>((first, date) => (first && first < date ? first : date), null)

const notBefore = ({ lastAt }: MovementTotals, date: Date) => (date < lastAt ? lastAt : date)
