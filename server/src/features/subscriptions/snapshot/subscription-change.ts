import type { PaidInvoice } from './invoice-snapshot.ts'
import type { SubscriptionSnapshot } from './subscription-snapshot.ts'
import type { Membership } from '../schema.ts'

/** What the provider said about a subscription now, and what we knew of it before. */
export type SubscriptionChange = {
  snapshot: SubscriptionSnapshot
  known: Membership | undefined
  graceUntil: Date | null
  /** Had another subscription before this one. */
  isReturning: boolean
}

export const maxClockSkewMs = 5 * 60 * 1000

/** Invoices that were paid since we last knew; one may be named twice, but never not at all. */
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
