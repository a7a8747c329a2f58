import type { Role } from '@touchline/contract/people.ts'
import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'
import { memberships } from '../schema.ts'

/** `status` stays first: Drizzle takes a joined group's first column as the sign that there is no row. */
export const membershipFacts = {
  status: memberships.status,
  cancelAt: memberships.cancelAt,
  paidThrough: memberships.paidThrough,
  graceUntil: memberships.graceUntil,
  firstPayment: memberships.firstPayment,
  endedAt: memberships.endedAt,
  revokedAt: memberships.revokedAt,
}

/** What an access decision needs of a membership. `status` is the one of Stripe. */
export type MembershipFacts = {
  status: string
  cancelAt: Date | null
  paidThrough: Date | null
  /** Until when an unpaid renewal keeps access. */
  graceUntil: Date | null
  firstPayment: 'processing' | 'failed' | null
  endedAt: Date | null
  revokedAt: Date | null
}

/** `accessUntil` is set if access is going to end unless something happens. */
export type Access = { state: SubscriptionState; hasAccess: boolean; accessUntil: Date | null }

const hourMs = 60 * 60 * 1000

/** Stripe charges about an hour after a period ends, and Cash App takes longer: members keep access until then. */
export const renewalWindowMs = 48 * hourMs

const denied = (state: SubscriptionState): Access => ({ state, hasAccess: false, accessUntil: null })

const until = (state: SubscriptionState, end: Date): Access => ({ state, hasAccess: true, accessUntil: end })

const plus = (date: Date, ms: number) => new Date(date.getTime() + ms)

/** The only access rule, computed on every request. A block overrides it elsewhere; an unknown status gives none. */
export function accessOf(
  { role, membership }: { role: Role; membership: MembershipFacts | null },
  now: Date,
): Access {
  if (role !== 'subscriber') return { state: 'complimentary', hasAccess: true, accessUntil: null }
  if (!membership) return denied('none')
  if (membership.revokedAt) return denied('revoked')
  switch (membership.status) {
    case 'active':
    case 'trialing':
      return whileActive(membership, now)
    case 'past_due':
      return whilePastDue(membership, now)
    case 'unpaid':
      return denied('payment_failed')
    case 'incomplete':
      return beforeFirstPayment(membership, now)
    case 'canceled':
      return denied(membership.paidThrough ? 'subscription_canceled' : 'none')
    default:
      return denied('none')
  }
}

function whileActive({ paidThrough, cancelAt }: MembershipFacts, now: Date): Access {
  if (!paidThrough) return denied('payment_processing')
  if (cancelAt) {
    const end = cancelAt < paidThrough ? cancelAt : paidThrough
    return now < end ? until('canceled_pending', end) : denied('subscription_canceled')
  }
  if (now < plus(paidThrough, renewalWindowMs)) return { state: 'active', hasAccess: true, accessUntil: null }
  return denied('payment_processing')
}

function whilePastDue({ graceUntil }: MembershipFacts, now: Date): Access {
  return graceUntil && now < graceUntil ? until('past_due', graceUntil) : denied('payment_failed')
}

function beforeFirstPayment({ firstPayment, paidThrough }: MembershipFacts, now: Date): Access {
  if (firstPayment === 'failed') return denied('payment_failed')
  if (firstPayment !== 'processing') return denied('none')
  return paidThrough && now < paidThrough
    ? until('payment_processing', paidThrough)
    : denied('payment_processing')
}

/** When the paid access of a membership ended; null when nothing was ever paid. */
export function accessEndedAt(
  { paidThrough, graceUntil, cancelAt, endedAt, revokedAt }: MembershipFacts,
  now: Date,
): Date | null {
  if (!paidThrough) return null
  const ends = [graceUntil ?? paidThrough, cancelAt, endedAt, revokedAt, now]
  return new Date(Math.min(...ends.flatMap((end) => end?.getTime() ?? [])))
}
