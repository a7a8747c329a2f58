import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'
import { paths } from '#paths.ts'
import { noAccessStatus, useWatchedStatus } from './membership-status.ts'

/** Who pays, paid or was turned away is not to be asked to join: what happened comes first. */
const ownWords = new Set<SubscriptionState>(['payment_processing', 'payment_failed', 'revoked'])

/**
 * Why the viewer sees none of what members see, and the way on: null words where they only have not joined, or not
 * joined again.
 */
export function useAccessRefusal() {
  const { subscriptionState, message, userMessage, showSubscribeButton } = useWatchedStatus()
  const { colour, subscribeLabel } = noAccessStatus(subscriptionState)
  if (!ownWords.has(subscriptionState))
    return { words: null, way: { to: paths.subscribe, label: subscribeLabel } }
  return {
    words: { title: message, text: userMessage, colour },
    way: showSubscribeButton
      ? { to: paths.subscribe, label: subscribeLabel }
      : { to: paths.home, label: 'See Your Membership' },
  }
}
