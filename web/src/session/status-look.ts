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
  payment_failed: { colour: 'yellow', word: 'Caution', subscribeLabel: 'Pay Now' },
  subscription_canceled: { colour: 'red', word: 'Full time', subscribeLabel: 'Re-subscribe Now' },
}

/** The card, its word and the button of the no-access screen for a state. */
export const noAccessLook = (state: SubscriptionState): StatusLook => looks[state] ?? otherwise
