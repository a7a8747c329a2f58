import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'
import { paths } from '#paths.ts'
import { noAccessStatus, useWatchedStatus } from './membership-status.ts'

/** People with a past or failed membership first learn what happened, instead of being asked to join. */
const ownWords = new Set<SubscriptionState>(['payment_processing', 'payment_failed', 'revoked'])

/** Returns why the viewer has no access and the next step; the text is null for people who never joined. */
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
