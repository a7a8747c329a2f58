import { DialogButton, lazyDialog } from '#ui/dialog-button.tsx'
import { LandingPage } from '../features/site/landing-page.tsx'

const contactUs = lazyDialog(async () => (await import('./contact-us-dialog.tsx')).ContactUsDialog)

/** The landing page with the contact dialog in its footer. */
export function FrontPage() {
  return (
    <LandingPage
      contact={
        <DialogButton kind="outline" dialog={contactUs}>
          Contact Us
        </DialogButton>
      }
    />
  )
}
