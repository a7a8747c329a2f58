import { lazy, Suspense } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { AccountSection } from '../features/accounts/account-section.tsx'
import { MembershipSections } from '../features/subscriptions/membership-sections.tsx'

const DeletionBanner = lazy(async () => ({
  default: (await import('../features/account-deletion/deletion-banner.tsx')).DeletionBanner,
}))

// Bundled in one file: separate sections would load one after the other.
const FurtherSettings = lazy(async () => ({
  default: (await import('./further-settings.tsx')).FurtherSettings,
}))

/** The settings page. */
export function SettingsPage() {
  usePageTitle('Settings')
  const { role } = useSignedInViewer()
  return (
    <main id="main" className="mx-auto grid w-full max-w-feed content-start gap-6 px-4 py-9 sm:px-6">
      <h1 className="text-3xl">Settings</h1>
      {role === 'subscriber' ? <MembershipSections /> : null}
      <Suspense fallback={null}>
        <DeletionBanner />
      </Suspense>
      <AccountSection />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <FurtherSettings />
      </Suspense>
    </main>
  )
}
