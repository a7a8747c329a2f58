import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'
import type { CardColour } from '#ui/official-card.tsx'

export type StatusLook = { colour: CardColour; word: string; subscribeLabel: string }

const otherwise: StatusLook = {
  colour: 'violet',
  word: 'Members only',
  subscribeLabel: 'Subscribe to Platinum',
}

const looks: Partial<Record<SubscriptionState, StatusLook>> = {
  payment_processing: { colour: 'blue', word: 'Under review', subscribeLabel: 'Subscribe to Platinum' },
  payment_failed: { colour: 'yellow', word: 'Caution', subscribeLabel: 'Subscribe to Platinum' },
  subscription_canceled: { colour: 'red', word: 'Full time', subscribeLabel: 'Re-subscribe Now' },
}

/** The card, its word and the button of the no-access screen for a state. */
export const noAccessLook = (state: SubscriptionState): StatusLook => looks[state] ?? otherwise

export type BadgeState = { text: string; look: 'turf' | 'caution' | 'dismissal' }

/** The badge in the settings: active green, past due yellow, everything else red. */
export function statusBadge(state: SubscriptionState): BadgeState {
  if (state === 'active' || state === 'complimentary') return { text: 'ACTIVE', look: 'turf' }
  if (state === 'past_due') return { text: 'PAST DUE', look: 'caution' }
  if (state === 'canceled_pending' || state === 'subscription_canceled')
    return { text: 'CANCELLED', look: 'dismissal' }
  return {
    text: state === 'none' ? 'NOT SUBSCRIBED' : state.replaceAll('_', ' ').toUpperCase(),
    look: 'dismissal',
  }
}

export const longDate = (at: string | number | Date) =>
  new Date(at).toLocaleDateString(undefined, { dateStyle: 'long' })
