import { toSettingsSearch } from './settings-search.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '#router/router-provider.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import { paths } from '#paths.ts'
import { clubNow } from '#ui/clock.ts'
import { Card } from '#ui/card.tsx'
import { SettingsPart } from '#ui/settings-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toBillingFacts } from './billing-facts.ts'
import { offersOf } from './offers.ts'
import { detailsQuery, refreshMembership } from './requests.ts'
import { SubscriptionSection } from './subscription-section.tsx'
import { usePortals } from './use-portals.ts'
import { useWatchedStatus } from '#people/membership-status.ts'

const PaymentMethodSection = lazy(async () => ({
  default: (await import('./payment-method-section.tsx')).PaymentMethodSection,
}))

export function MembershipSections() {
  const { section, portal } = useSearch(toSettingsSearch)
  const navigate = useNavigate()
  const client = useQueryClient()
  const portals = usePortals()
  const status = useWatchedStatus()
  const { data: details, isPending } = useQuery(detailsQuery)
  const [openedAtMs] = useState(clubNow)
  useEffect(() => {
    if (portal !== 'returned') return
    void refreshMembership(client).catch(() => undefined)
    void navigate({ to: paths.settings, search: {}, replace: true, resetScroll: false })
  }, [portal, client, navigate])
  if (isPending)
    return (
      <>
        <SettingsPart id="membership" title="Membership">
          <Skeleton className="h-72" />
        </SettingsPart>
        <SettingsPart id="payment" title="Payment">
          <Skeleton className="h-44" />
        </SettingsPart>
      </>
    )
  const facts = toBillingFacts(status, details, openedAtMs)
  const offers = offersOf(status, details)
  const mayHaveMethod = status.subscriptionState !== 'none' || facts.card !== null
  return (
    <>
      <SettingsPart id="membership" title="Membership">
        <SubscriptionSection
          status={status}
          isPastDue={details?.subscription?.status === 'past_due'}
          facts={facts}
          offers={offers}
          portals={portals}
        />
      </SettingsPart>
      <SettingsPart id="payment" title="Payment">
        {mayHaveMethod ? (
          <Suspense fallback={<Skeleton className="h-44" />}>
            <PaymentMethodSection
              card={facts.card}
              portals={portals}
              mayOpenPortal={offers.updateMethod}
              isWanted={section === 'payment'}
              onClosed={() =>
                void navigate({ to: paths.settings, search: {}, replace: true, resetScroll: false })
              }
            />
          </Suspense>
        ) : (
          <Card>
            <p className="text-muted">No payment method is saved. You choose one when you subscribe.</p>
          </Card>
        )}
      </SettingsPart>
    </>
  )
}
