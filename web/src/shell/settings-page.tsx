import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { AccountSection } from '../features/accounts/account-section.tsx'
import { SettingsPage } from '../features/subscriptions/settings-page.tsx'

const DeletionBanner = lazy(async () => ({
  default: (await import('../features/account-deletion/deletion-banner.tsx')).DeletionBanner,
}))

// Bundled in one file, because separate sections would load one after the other.
const FurtherSettings = lazy(async () => ({
  default: (await import('./further-settings.tsx')).FurtherSettings,
}))

/** The settings page. */
export function Settings() {
  return (
    <SettingsPage>
      <Suspense fallback={null}>
        <DeletionBanner />
      </Suspense>
      <AccountSection />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <FurtherSettings />
      </Suspense>
    </SettingsPage>
  )
}
