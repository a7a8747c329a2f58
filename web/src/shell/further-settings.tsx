import { PasskeysSection } from '../features/accounts/passkeys-section.tsx'
import { PasswordSection } from '../features/accounts/password-section.tsx'
import { SessionsSection } from '../features/accounts/sessions-section.tsx'
import { TwoFactorSection } from '../features/accounts/two-factor-section.tsx'
import { StaffLooksSection } from '../features/audit/staff-looks-section.tsx'
import { HiddenPeopleSection } from '../features/comments/hidden-people-section.tsx'
import { DangerZone } from '../features/account-deletion/danger-zone.tsx'
import { DataSection } from '../features/exports/data-section.tsx'
import { OwnCasesSection } from '../features/moderation/own-cases-section.tsx'
import { PrivacySection } from '../features/profiles/privacy-section.tsx'
import { ShortcutsSection } from './shortcuts-section.tsx'

export { EmailSection } from '../features/accounts/email-section.tsx'
export { NotificationsSection } from '../features/notifications/notifications-section.tsx'
export { OwnMessagesSection } from '../features/support/own-messages-section.tsx'

export const SecuritySettings = () => (
  <>
    <PasswordSection />
    <TwoFactorSection />
    <PasskeysSection />
    <SessionsSection />
  </>
)

export const PrivacySettings = () => (
  <>
    <ShortcutsSection />
    <PrivacySection />
    <HiddenPeopleSection />
    <StaffLooksSection />
    <OwnCasesSection />
  </>
)

export const DataSettings = () => (
  <>
    <DataSection />
    <DangerZone />
  </>
)
