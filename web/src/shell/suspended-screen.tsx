import { lazy, Suspense } from 'react'
import { usePageTitle } from '#site/page-title.ts'
import { SignOutButton } from '#sign-out/sign-out-button.tsx'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { slots } from './slots.tsx'
import { SystemScreen } from './system-screen.tsx'

const SuspensionReason = lazy(async () => ({
  default: (await import('../features/blocks/suspension-reason.tsx')).SuspensionReason,
}))

export function SuspendedScreen() {
  usePageTitle('Account Suspended')
  const { supportEmail } = useSite()
  return (
    <SystemScreen
      colour="red"
      title="Account Suspended"
      action={
        <>
          {supportEmail ? (
            <Button asChild>
              <a href={`mailto:${supportEmail}?subject=Account%20Suspended`}>Contact Support</a>
            </Button>
          ) : (
            <DialogButton kind="primary" dialog={slots.contactSupport}>
              Contact Support
            </DialogButton>
          )}
          <SignOutButton kind="outline">Logout</SignOutButton>
        </>
      }
    >
      <p>Your account has been temporarily suspended to maintain platform safety and community standards.</p>
      <p className="mt-3">
        If you believe this is an error, please contact support{supportEmail ? ` at ${supportEmail}` : ''}.
      </p>
      <Suspense fallback={null}>
        <SuspensionReason />
      </Suspense>
    </SystemScreen>
  )
}
