import { DialogButton, lazyDialog } from '#ui/dialog-button.tsx'

const contactSupport = lazyDialog(async () => (await import('./contact-us-dialog.tsx')).ContactSupportDialog)

/** The contact button on pages about memberships and payments. */
export function ContactButton() {
  return (
    <DialogButton kind="outline" size="large" dialog={contactSupport}>
      Contact Support
    </DialogButton>
  )
}
