import type { Stripe } from 'stripe'

/** What this program writes into a cancellation of its own or its undoing, so that it knows them again. */
export const cancellationComments = {
  voided: 'given back by the club',
  refunded: 'stopped with a full refund',
  unpaid: 'ended while a month was unpaid',
  restored: 'goes on after a refund that failed',
} as const

/** Why a subscription ends or ended, where it was not the person who asked for it. */
export type EndReason = keyof typeof cancellationComments | 'payment_failed' | 'disputed'

/** Reads the mark, else the provider's own reason; null when a person cancelled, or nobody did. */
export function endReasonOf({
  cancellation_details,
  ended_at,
}: Pick<Stripe.Subscription, 'cancellation_details' | 'ended_at'>): EndReason | null {
  const { comment, reason } = cancellation_details ?? {}
  // What is given back ends at once: on one that runs, these words are somebody else's.
  if (comment === cancellationComments.voided && ended_at !== null) return 'voided'
  if (comment === cancellationComments.refunded) return 'refunded'
  if (comment === cancellationComments.unpaid) return 'unpaid'
  if (comment === cancellationComments.restored) return 'restored'
  if (reason === 'payment_failed') return 'payment_failed'
  return reason === 'payment_disputed' ? 'disputed' : null
}
