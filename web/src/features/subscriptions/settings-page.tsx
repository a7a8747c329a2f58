import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { clubNow } from '#ui/clock.ts'
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

/** Shows subscribers their subscription and payment method, then `children` for everyone. */
export function SettingsPage({ children }: { children: ReactNode }) {
  usePageTitle('Settings')
  const { role } = useSignedInViewer()
  return (
    <main id="main" className="mx-auto grid w-full max-w-feed content-start gap-6 px-4 py-9 sm:px-6">
      <h1 className="text-3xl">Settings</h1>
      {role === 'subscriber' ? <Membership /> : null}
      {children}
    </main>
  )
}

function Membership() {
  const { section, portal } = useSearch({ from: '/members/settings' })
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
  if (isPending) return <Skeleton className="h-72" />
  const facts = toBillingFacts(status, details, openedAtMs)
  const mayHaveMethod = status.subscriptionState !== 'none' || facts.card !== null
  return (
    <>
      <SubscriptionSection
        status={status}
        isPastDue={details?.subscription?.status === 'past_due'}
        facts={facts}
        offers={offersOf(status, details)}
        portals={portals}
      />
      {mayHaveMethod ? (
        <Suspense fallback={<Skeleton className="h-44" />}>
          <PaymentMethodSection
            card={facts.card}
            portals={portals}
            isWanted={section === 'payment'}
            onClosed={() =>
              void navigate({ to: paths.settings, search: {}, replace: true, resetScroll: false })
            }
          />
        </Suspense>
      ) : null}
    </>
  )
}
