import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { AccountSection } from '../features/accounts/account-section.tsx'
import { SettingsPage } from '../features/subscriptions/settings-page.tsx'

const SessionsSection = lazy(async () => ({
  default: (await import('../features/accounts/sessions-section.tsx')).SessionsSection,
}))

const TwoFactorSection = lazy(async () => ({
  default: (await import('../features/accounts/two-factor-section.tsx')).TwoFactorSection,
}))

const LeavingBanner = lazy(async () => ({
  default: (await import('../features/departures/leaving-banner.tsx')).LeavingBanner,
}))

const DangerZone = lazy(async () => ({
  default: (await import('../features/departures/danger-zone.tsx')).DangerZone,
}))

/** Everything a person can set, one section a subject. */
export function Settings() {
  return (
    <SettingsPage>
      <Suspense fallback={null}>
        <LeavingBanner />
      </Suspense>
      <AccountSection />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <TwoFactorSection />
        <SessionsSection />
        <DangerZone />
      </Suspense>
    </SettingsPage>
  )
}
