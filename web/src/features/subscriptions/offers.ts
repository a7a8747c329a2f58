import type { subscriptionDetails, SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import type * as z from 'zod/mini'
import { noAccessStatus } from '#session/membership-status.ts'

type Details = z.output<typeof subscriptionDetails.reply & {}>
type Status = Pick<SubscriptionStatus, 'subscriptionState' | 'showSubscribeButton'>

/** What the settings let somebody do about their subscription. */
export type Offers = {
  updateMethod: boolean
  /** Not while the month that runs is unpaid: the portal would go on collecting it. */
  cancelInPortal: boolean
  /** On this site: at the end of the month that is paid for; at once after its payment failed, or before it is tried. */
  cancelHere: 'atPeriodEnd' | 'afterFailure' | 'beforeCharge' | null
  resume: boolean
  /** What the way to /subscribe says. */
  subscribeLabel: string | null
}

// The provider's word for the states that imply one, while its details are missing.
const impliedStatus: Partial<Record<Status['subscriptionState'], string>> = {
  active: 'active',
  canceled_pending: 'active',
  past_due: 'past_due',
}

export function offersOf(
  { subscriptionState: state, showSubscribeButton }: Status,
  details?: Details,
): Offers {
  const status = details?.subscription?.status ?? impliedStatus[state] ?? ''
  const isBehind = status === 'past_due' || status === 'unpaid'
  const isRunning = isBehind || status === 'active' || status === 'trialing'
  // For an hour after a month's end the next one is not charged yet: cancelling ends it at once then, too.
  const isUncharged = !isBehind && details?.subscription?.is_paid_up === false
  const isEnding = state === 'canceled_pending'
  const mayCancel = isRunning && !isEnding
  return {
    updateMethod: isRunning,
    cancelInPortal: mayCancel && !isBehind && !isUncharged,
    cancelHere: !mayCancel ? null : isBehind ? 'afterFailure' : isUncharged ? 'beforeCharge' : 'atPeriodEnd',
    resume: isEnding,
    subscribeLabel: showSubscribeButton && !isEnding ? subscribeLabelFor(state) : null,
  }
}

const subscribeLabelFor = (state: Status['subscriptionState']) =>
  state === 'past_due' ? 'Pay Now' : noAccessStatus(state).subscribeLabel
