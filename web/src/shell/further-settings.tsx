import { EmailSection } from '../features/accounts/email-section.tsx'
import { PasskeysSection } from '../features/accounts/passkeys-section.tsx'
import { SessionsSection } from '../features/accounts/sessions-section.tsx'
import { TwoFactorSection } from '../features/accounts/two-factor-section.tsx'
import { StaffLooksSection } from '../features/audit/staff-looks-section.tsx'
import { DangerZone } from '../features/account-deletion/danger-zone.tsx'
import { OwnCasesSection } from '../features/moderation/own-cases-section.tsx'
import { NotificationsSection } from '../features/notifications/notifications-section.tsx'
import { RevenueSection } from '../features/payouts/revenue-section.tsx'
import { PrivacySection } from '../features/profiles/privacy-section.tsx'

/** The less frequently used settings. */
export function FurtherSettings() {
  return (
    <>
      <RevenueSection />
      <PrivacySection />
      <EmailSection />
      <NotificationsSection />
      <TwoFactorSection />
      <PasskeysSection />
      <SessionsSection />
      <StaffLooksSection />
      <OwnCasesSection />
      <DangerZone />
    </>
  )
}
