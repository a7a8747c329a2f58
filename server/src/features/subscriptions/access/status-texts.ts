import type { SubscriptionState } from '@touchline/contract/subscriptions.ts'

export type StatusText = {
  message: string
  userMessage: string
  showSubscribeButton: boolean
  showContactSupport: boolean
}

const text = (
  message: string,
  userMessage: string,
  show: { subscribe?: boolean; support?: boolean } = {},
): StatusText => ({
  message,
  userMessage,
  showSubscribeButton: show.subscribe ?? false,
  showContactSupport: show.support ?? false,
})

/** Replaces the text of `revoked` while a dispute is undecided. */
export const contestedText = text(
  'Your bank has taken the payment back',
  'Your bank is looking into your last payment and has taken the money back until it decides. Your access is paused and comes back by itself when the payment does. If this is a mistake, please contact support.',
  { support: true },
)

export const statusTexts: Record<SubscriptionState, StatusText> = {
  complimentary: text('Full access', 'Your account sees everything without a subscription.'),
  active: text('Your subscription is active', 'You have full access to Platinum content.'),
  past_due: text(
    'Your last payment did not go through',
    'You still have access for now. Please update your payment method to keep it.',
    { subscribe: true, support: true },
  ),
  canceled_pending: text(
    'Your subscription is canceled',
    'You keep access until the end of the period you paid for.',
    { subscribe: true },
  ),
  payment_processing: text(
    'Your payment is being verified',
    'We received your payment. Verification takes 1-2 hours, rarely up to 48 hours. This page opens by itself as soon as it is done. You can also close it: we will email you.',
    { support: true },
  ),
  payment_failed: text(
    'Your payment did not go through',
    'Your bank did not accept the payment. Please use another payment method to get your access back.',
    { subscribe: true, support: true },
  ),
  subscription_canceled: text(
    'Your subscription has ended',
    'Re-subscribe to see Platinum content again. Your account and your comments are still here.',
    { subscribe: true },
  ),
  revoked: text(
    'Your access was withdrawn',
    'Your membership was refunded or withdrawn. Please contact support if you think this is a mistake.',
    { support: true },
  ),
  none: text(
    'Platinum members only',
    'Subscribe to Platinum to see every post, to comment and to talk with other members.',
    { subscribe: true },
  ),
}
