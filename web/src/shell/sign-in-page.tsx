import { DialogButton, lazyDialog } from '#ui/dialog-button.tsx'
import { LoginPage } from '../features/accounts/login-page.tsx'

const contactSupport = lazyDialog(async () => (await import('./contact-us-dialog.tsx')).ContactSupportDialog)

/** The login page with its contact dialog. */
export function SignInPage() {
  return (
    <LoginPage
      contact={
        <DialogButton kind="link" dialog={contactSupport}>
          Contact support
        </DialogButton>
      }
    />
  )
}
