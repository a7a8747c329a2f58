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

const StaffLooksSection = lazy(async () => ({
  default: (await import('../features/audit/staff-looks-section.tsx')).StaffLooksSection,
}))

const OwnCasesSection = lazy(async () => ({
  default: (await import('../features/moderation/own-cases-section.tsx')).OwnCasesSection,
}))

const PasskeysSection = lazy(async () => ({
  default: (await import('../features/accounts/passkeys-section.tsx')).PasskeysSection,
}))

const PrivacySection = lazy(async () => ({
  default: (await import('../features/profiles/privacy-section.tsx')).PrivacySection,
}))

const RevenueSection = lazy(async () => ({
  default: (await import('../features/payouts/revenue-section.tsx')).RevenueSection,
}))

const LeavingBanner = lazy(async () => ({
  default: (await import('../features/departures/leaving-banner.tsx')).LeavingBanner,
}))

const DangerZone = lazy(async () => ({
  default: (await import('../features/departures/danger-zone.tsx')).DangerZone,
}))

const NotificationsSection = lazy(async () => ({
  default: (await import('../features/notifications/notifications-section.tsx')).NotificationsSection,
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
        <RevenueSection />
        <PrivacySection />
        <NotificationsSection />
        <TwoFactorSection />
        <PasskeysSection />
        <SessionsSection />
        <StaffLooksSection />
        <OwnCasesSection />
        <DangerZone />
      </Suspense>
    </SettingsPage>
  )
}
