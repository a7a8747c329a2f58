import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import { longDate } from '#ui/dates.ts'

type After = Pick<SubscriptionStatus, 'subscriptionState' | 'accessUntil'>

/** The result of a cancellation: a payment in the meantime turns an immediate end into one at the end of the month. */
export function cancellationText({ subscriptionState: state, accessUntil }: After): string {
  if (accessUntil) return `You keep access until ${longDate(accessUntil)}, and nothing more is charged.`
  return state === 'subscription_canceled' || state === 'none'
    ? 'It has ended, and nothing more is charged.'
    : 'Nothing more is charged.'
}

/** The question before a paid subscription is canceled; `endsAt` in milliseconds, null if unknown. */
export const cancellationQuestion = (endsAt: number | null) =>
  `You keep your access until ${endsAt === null ? 'the end of the month you paid for' : longDate(endsAt)}. Then it ends, and nothing more is charged. Until then you can change your mind.`
