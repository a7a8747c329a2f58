import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { SignOutButton } from '#sign-out/sign-out-button.tsx'
import { usePageTitle } from '#site/page-title.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { AccountSection } from '../features/accounts/account-section.tsx'
import { RevenueSection } from '../features/payouts/revenue-section.tsx'
import { MembershipSections } from '../features/subscriptions/membership-sections.tsx'
import { SettingsPart } from '#ui/settings-part.tsx'
import { Page } from '#ui/page.tsx'

const DeletionBanner = lazy(async () => ({
  default: (await import('../features/account-deletion/deletion-banner.tsx')).DeletionBanner,
}))

// Bundled in one file: separate sections would load one after the other.
type Further = typeof import('./further-settings.tsx')
const further = (select: (loaded: Further) => ComponentType) =>
  lazy(async () => ({ default: select(await import('./further-settings.tsx')) }))

const EmailSection = further((loaded) => loaded.EmailSection)
const NotificationsSection = further((loaded) => loaded.NotificationsSection)
const SecuritySettings = further((loaded) => loaded.SecuritySettings)
const PrivacySettings = further((loaded) => loaded.PrivacySettings)
const OwnMessagesSection = further((loaded) => loaded.OwnMessagesSection)
const DataSettings = further((loaded) => loaded.DataSettings)

const Loaded = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton className="h-96" />}>{children}</Suspense>
)

export function SettingsPage() {
  usePageTitle('Settings')
  const { role } = useSignedInViewer()
  return (
    <Page title="Settings" className="grid grid-cols-1 content-start gap-10">
      <Suspense fallback={null}>
        <DeletionBanner />
      </Suspense>
      {role === 'subscriber' ? <MembershipSections /> : null}
      {role === 'creator' ? (
        <SettingsPart id="revenue" title="Revenue">
          <RevenueSection />
        </SettingsPart>
      ) : null}
      <SettingsPart id="profile" title="Profile">
        <AccountSection />
        <Loaded>
          <EmailSection />
        </Loaded>
      </SettingsPart>
      <SettingsPart id="notifications" title="Notifications">
        <Loaded>
          <NotificationsSection />
        </Loaded>
      </SettingsPart>
      <SettingsPart id="security" title="Privacy & Security">
        <Loaded>
          <SecuritySettings />
        </Loaded>
        <section id="privacy" aria-label="Privacy" tabIndex={-1} className="grid grid-cols-1 gap-4">
          <Loaded>
            <PrivacySettings />
          </Loaded>
        </section>
      </SettingsPart>
      {role === 'admin' ? null : (
        <SettingsPart id="support" title="Support">
          <Loaded>
            <OwnMessagesSection />
          </Loaded>
        </SettingsPart>
      )}
      <SettingsPart id="data" title="Data">
        <Loaded>
          <DataSettings />
        </Loaded>
      </SettingsPart>
      <SignOutButton kind="outline" className="justify-self-start">
        Sign Out
      </SignOutButton>
    </Page>
  )
}
