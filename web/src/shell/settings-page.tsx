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

/** Everything a person can set, one section a subject. */
export function Settings() {
  return (
    <SettingsPage>
      <AccountSection />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <TwoFactorSection />
        <SessionsSection />
        <StaffLooksSection />
        <OwnCasesSection />
      </Suspense>
    </SettingsPage>
  )
}
