import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#session/page-title.ts'
import { shortName } from '#session/person-name.ts'
import { SignOutButton } from '#session/sign-out-button.tsx'
import { useSignedInViewer } from '#session/viewer.ts'
import { clubNow } from '#ui/clock.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { toBillingFacts } from './billing-facts.ts'
import { PaymentMethodSection } from './payment-method-section.tsx'
import { offersOf } from './offers.ts'
import { detailsQuery, refreshMembership } from './requests.ts'
import { SubscriptionSection } from './subscription-section.tsx'
import { usePortals } from './use-portals.ts'
import { useWatchedStatus } from './use-watched-status.ts'

/** Everybody's account; for subscribers also their subscription and what it is paid with. */
export function SettingsPage() {
  usePageTitle('Settings')
  const { role } = useSignedInViewer()
  return (
    <main id="main" className="mx-auto grid w-full max-w-feed content-start gap-6 px-4 py-9 sm:px-6">
      <h1 className="text-3xl">Settings</h1>
      {role === 'subscriber' ? <Membership /> : null}
      <Account />
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
        facts={facts}
        offers={offersOf(status, details)}
        portals={portals}
      />
      {mayHaveMethod ? (
        <PaymentMethodSection
          card={facts.card}
          portals={portals}
          isWanted={section === 'payment'}
          onClosed={() =>
            void navigate({ to: paths.settings, search: {}, replace: true, resetScroll: false })
          }
        />
      ) : null}
    </>
  )
}

const roleNames = { subscriber: 'Member', creator: 'Creator', admin: 'Admin' }

function Account() {
  const viewer = useSignedInViewer()
  const name = [viewer.firstName, viewer.lastName].filter(Boolean).join(' ') || shortName(viewer)
  return (
    <section aria-labelledby="account-title" className="surface grid gap-5 p-5 sm:p-8">
      <h2 id="account-title" className="text-xl">
        Account
      </h2>
      <dl className="grid gap-4 sm:grid-cols-2">
        {[
          ['Name', name],
          ['Email', viewer.email],
          ['Role', roleNames[viewer.role]],
        ].map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="lettering text-xs text-muted">{label}</dt>
            <dd className="mt-1 font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <SignOutButton kind="outline" className="justify-self-start">
        Sign Out
      </SignOutButton>
    </section>
  )
}
