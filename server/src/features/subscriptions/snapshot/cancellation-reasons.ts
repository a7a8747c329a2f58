import type { Stripe } from 'stripe'

/** What this program writes into a cancellation of its own or its undoing, so that it knows them again. */
export const cancellationMarks = {
  given_back: 'given back by the club',
  refunded: 'stopped with a full refund',
  unpaid: 'ended while a month was unpaid',
  restored: 'goes on after a refund that failed',
} as const

/** Why a subscription ends or ended, where it was not the person who asked for it. */
export type EndedBecause = keyof typeof cancellationMarks | 'payment_failed' | 'disputed'

/** Reads the mark, else the provider's own reason; null when a person cancelled, or nobody did. */
export function endedBecause({
  cancellation_details,
  ended_at,
}: Pick<Stripe.Subscription, 'cancellation_details' | 'ended_at'>): EndedBecause | null {
  const { comment, reason } = cancellation_details ?? {}
  // What is given back ends at once: on one that runs, these words are somebody else's.
  if (comment === cancellationMarks.given_back && ended_at !== null) return 'given_back'
  if (comment === cancellationMarks.refunded) return 'refunded'
  if (comment === cancellationMarks.unpaid) return 'unpaid'
  if (comment === cancellationMarks.restored) return 'restored'
  if (reason === 'payment_failed') return 'payment_failed'
  return reason === 'payment_disputed' ? 'disputed' : null
}
