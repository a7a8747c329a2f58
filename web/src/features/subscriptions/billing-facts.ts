import type { subscriptionDetails, SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import type * as z from 'zod/mini'

type Details = z.output<typeof subscriptionDetails.reply & {}>

/** `price` in dollars a month, dates in milliseconds, null for nothing to show. */
export type BillingFacts = {
  price: number
  due: number | null
  nextBillingAt: number | null
  /** When access is going to end unless something happens. */
  accessUntil: number | null
  /** Until when access would last after canceling now; null if unknown, never a guess. */
  periodEndsAt: number | null
  card: { brand: string; last4: string } | null
}

// Shown while the details are missing: a price that is not too high, and a month from now.
const fallbackPrice = 12
const fallbackDays = 30
const dayMs = 86_400_000

export function toBillingFacts(
  status: Pick<SubscriptionStatus, 'subscriptionState' | 'accessUntil'>,
  details: Details | undefined,
  nowMs: number,
): BillingFacts {
  const subscription = details?.subscription
  const cents = subscription?.items.data[0]?.price.unit_amount
  const isRenewing = status.subscriptionState === 'active' || status.subscriptionState === 'past_due'
  const periodEndsAt = subscription ? subscription.current_period_end * 1000 : null
  const nextBillingAt = periodEndsAt ?? nowMs + fallbackDays * dayMs
  const isPastDue = status.subscriptionState === 'past_due'
  const isEnding = status.subscriptionState === 'canceled_pending' || isPastDue
  const dueCents = isPastDue ? subscription?.amount_due : null
  return {
    price: cents === undefined ? fallbackPrice : cents / 100,
    due: typeof dueCents === 'number' ? dueCents / 100 : null,
    nextBillingAt: isRenewing ? nextBillingAt : null,
    accessUntil: isEnding && status.accessUntil ? Date.parse(status.accessUntil) : null,
    periodEndsAt: status.subscriptionState === 'active' ? periodEndsAt : null,
    card: details?.paymentMethods[0]?.card ?? null,
  }
}

export const isSubscribed = ({ subscriptionState }: Pick<SubscriptionStatus, 'subscriptionState'>) =>
  ['active', 'past_due', 'canceled_pending', 'payment_processing'].includes(subscriptionState)
