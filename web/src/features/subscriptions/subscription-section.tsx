import { Link } from '@tanstack/react-router'
import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { type BillingFacts, isSubscribed } from './billing-facts.ts'
import { longDate, noAccessLook, statusBadge } from './status-look.ts'

/** What the button to /subscribe says, or null where there is nothing to do there. */
function subscribeLabel({ subscriptionState, showSubscribeButton }: SubscriptionStatus) {
  if (!showSubscribeButton) return null
  if (subscriptionState === 'canceled_pending') return 'Keep My Subscription'
  if (subscriptionState === 'past_due' || subscriptionState === 'payment_failed') return 'Pay Now'
  return noAccessLook(subscriptionState).subscribeLabel
}

/** How the subscription stands: badge, price, dates, and the way to /subscribe. */
export function SubscriptionSection({ status, facts }: { status: SubscriptionStatus; facts: BillingFacts }) {
  const { text, look } = statusBadge(status.subscriptionState)
  const label = subscribeLabel(status)
  return (
    <section aria-labelledby="subscription-title" className="surface grid gap-5 p-5 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="subscription-title" className="text-xl">
          Subscription Management
        </h2>
        <Badge look={look}>{text}</Badge>
      </div>
      <p className="rounded-control border-l-4 border-line bg-bench p-4 text-sm">
        <span className="block font-semibold">{status.message}</span>
        <span className="text-muted">{status.userMessage}</span>
      </p>
      {isSubscribed(status) ? (
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact label="Platinum Membership">{formatDollars(facts.price)} per month</Fact>
          {facts.nextBillingAt === null ? null : (
            <Fact label="Next billing date">{longDate(facts.nextBillingAt)}</Fact>
          )}
          {facts.accessUntil === null ? null : (
            <>
              <Fact label="End date">{longDate(facts.accessUntil)}</Fact>
              <Fact label="Access until">{longDate(facts.accessUntil)}</Fact>
            </>
          )}
        </dl>
      ) : null}
      {label ? (
        <Button asChild className="justify-self-start">
          <Link to={paths.subscribe}>{label}</Link>
        </Button>
      ) : null}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="lettering text-xs text-muted">{label}</dt>
      <dd className="mt-1 font-semibold">{children}</dd>
    </div>
  )
}
