import type { SubscriptionStatus, SubscriptionState } from '@touchline/contract/subscriptions.ts'
import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { longDate } from '#ui/dates.ts'
import { formatDollars } from '#ui/dollars.ts'
import { type BillingFacts, isSubscribed } from './billing-facts.ts'
import type { Offers } from './offers.ts'
import { MethodName } from '#ui/method-name.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import type { Portals } from './use-portals.ts'

type BadgeState = { text: string; look: 'turf' | 'caution' | 'dismissal' }

/** Past due is yellow, also after access has ended. `isPastDue` is Stripe's status. */
export function statusBadge(state: SubscriptionState, isPastDue = false): BadgeState {
  if (state === 'active' || state === 'complimentary') return { text: 'ACTIVE', look: 'turf' }
  if (state === 'past_due' || (state === 'payment_failed' && isPastDue))
    return { text: 'PAST DUE', look: 'caution' }
  if (state === 'canceled_pending' || state === 'subscription_canceled')
    return { text: 'CANCELLED', look: 'dismissal' }
  return {
    text: state === 'none' ? 'NOT SUBSCRIBED' : state.replaceAll('_', ' ').toUpperCase(),
    look: 'dismissal',
  }
}

type Props = {
  status: SubscriptionStatus
  /** The status of Stripe: the renewal is unpaid. */
  isPastDue: boolean
  facts: BillingFacts
  offers: Offers
  portals: Portals
}

export function SubscriptionSection({ status, isPastDue, facts, offers, portals }: Props) {
  const { text, look } = statusBadge(status.subscriptionState, isPastDue)
  return (
    <section aria-labelledby="subscription-title" className="surface grid gap-5 p-5 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h3 id="subscription-title" className="text-xl">
          Subscription Management
        </h3>
        <Badge look={look}>{text}</Badge>
      </div>
      <output className="block rounded-control border-l-4 border-line bg-bench p-4 text-sm">
        <span className="block font-semibold">{status.message}</span>
        <span className="text-muted">{status.userMessage}</span>
      </output>
      {isSubscribed(status) ? (
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact label="Platinum Membership">{formatDollars(facts.price)} per month</Fact>
          {facts.due === null ? null : <Fact label="Due now">{formatDollars(facts.due)}</Fact>}
          {facts.nextBillingAt === null ? null : (
            <Fact label="Next billing date">{longDate(facts.nextBillingAt)}</Fact>
          )}
          {facts.accessUntil === null ? null : (
            <>
              {status.subscriptionState === 'past_due' ? null : (
                <Fact label="End date">{longDate(facts.accessUntil)}</Fact>
              )}
              <Fact label="Access until">{longDate(facts.accessUntil)}</Fact>
            </>
          )}
          {facts.card ? (
            <Fact label="Payment method">
              <MethodName method={facts.card} />
            </Fact>
          ) : null}
        </dl>
      ) : null}
      <SubscriptionActions offers={offers} portals={portals} periodEndsAt={facts.periodEndsAt} />
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
