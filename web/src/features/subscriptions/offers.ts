import type { subscriptionDetails, SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import type * as z from 'zod/mini'
import { noAccessStatus } from '#people/membership-status.ts'

type Details = z.output<typeof subscriptionDetails.reply & {}>
type Status = Pick<SubscriptionStatus, 'subscriptionState' | 'showSubscribeButton'>

export type Offers = {
  updateMethod: boolean
  /** Not in an unpaid month: the portal would go on collecting it. */
  cancelInPortal: boolean
  /** Canceling on this site: at the end of the paid month, or at once after a failed payment or before the charge. */
  cancelHere: 'atPeriodEnd' | 'afterFailure' | 'beforeCharge' | null
  resume: boolean
  subscribeLabel: string | null
}

// Stripe's status for the states that imply one, while the details are missing.
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
  // For about an hour after a month ends the next one is not charged yet: canceling ends it at once then, too.
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
