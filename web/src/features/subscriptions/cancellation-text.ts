import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import { longDate } from '#ui/dates.ts'

type After = Pick<SubscriptionStatus, 'subscriptionState' | 'accessUntil'>

/** What a cancellation came to: a bill that was paid meanwhile turns an end at once into one at the month's end. */
export function cancellationText({ subscriptionState: state, accessUntil }: After): string {
  if (accessUntil) return `You keep access until ${longDate(accessUntil)}, and nothing more is charged.`
  return state === 'subscription_canceled' || state === 'none'
    ? 'It has ended, and nothing more is charged.'
    : 'Nothing more is charged.'
}

/** What is asked before a paid-up subscription is cancelled; `endsAt` in milliseconds, null where it is not known. */
export const cancellationQuestion = (endsAt: number | null) =>
  `You keep your access until ${endsAt === null ? 'the end of the month you paid for' : longDate(endsAt)}. Then it ends, and nothing more is charged. Until then you can change your mind.`
