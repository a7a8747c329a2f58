import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'

export type BadgeState = { text: string; look: 'turf' | 'caution' | 'dismissal' }

/**
 * The badge in the settings: active is green, past due is yellow (also after access has ended), all else is red.
 * `isPastDue` is the status of Stripe.
 */
export function statusBadge(state: SubscriptionState, isPastDue = false): BadgeState {
  if (state === 'active' || state === 'complimentary') return { text: 'ACTIVE', look: 'turf' }
  if (state === 'past_due' || (state === 'payment_failed' && isPastDue))
    return { text: 'PAST DUE', look: 'caution' }
  if (state === 'canceled_pending' || state === 'subscription_canceled')
    return { text: 'CANCELLED', look: 'dismissal' }
  return {
    text: state === 'none' ? 'NOT SUBSCRIBED' : state.replaceAll('_', ' ').toUpperCase(),
    look: 'dismissal',
  }
}
