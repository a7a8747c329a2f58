import type { PaidInvoice } from './invoice-snapshot.ts'
import type { SubscriptionSnapshot } from './subscription-snapshot.ts'
import type { Membership } from '../schema.ts'

export type SubscriptionChange = {
  snapshot: SubscriptionSnapshot
  known: Membership | undefined
  graceUntil: Date | null
  /** The person had another subscription before this one. */
  isReturning: boolean
}

export const maxClockSkewMs = 5 * 60 * 1000

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
