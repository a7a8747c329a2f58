import type { Stripe } from 'stripe'

/** Comments that this program adds to a cancellation of its own, so that it recognizes it later. */
export const cancellationComments = {
  voided: 'given back by the club',
  refunded: 'stopped with a full refund',
  unpaid: 'ended while a month was unpaid',
  restored: 'goes on after a refund that failed',
} as const

/** Why a subscription ends or ended, unless the member canceled it. */
export type EndReason = keyof typeof cancellationComments | 'payment_failed' | 'disputed'

/** Reads our comment, else Stripe's reason; null when the member canceled or the subscription runs. */
export function endReasonOf({
  cancellation_details,
  ended_at,
}: Pick<Stripe.Subscription, 'cancellation_details' | 'ended_at'>): EndReason | null {
  const { comment, reason } = cancellation_details ?? {}
  // A voided subscription ends at once: on a running one, a person wrote this comment.
  if (comment === cancellationComments.voided && ended_at !== null) return 'voided'
  if (comment === cancellationComments.refunded) return 'refunded'
  if (comment === cancellationComments.unpaid) return 'unpaid'
  if (comment === cancellationComments.restored) return 'restored'
  if (reason === 'payment_failed') return 'payment_failed'
  return reason === 'payment_disputed' ? 'disputed' : null
}
