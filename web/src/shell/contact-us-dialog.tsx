import type { OpenedDialog } from '#ui/dialog-button.tsx'
import { ContactDialog, type Sender } from '../features/support/contact-dialog.tsx'

export function ContactUsDialog(props: OpenedDialog & { from?: Sender | null }) {
  return (
    <ContactDialog
      {...props}
      title="Contact Us"
      sentToast={() => ({
        title: 'Message Sent',
        description: "Thank you for contacting us! We'll get back to you soon.",
      })}
    />
  )
}

/** The contact dialog of the login page. Its toast repeats the message. */
export function ContactSupportDialog(props: OpenedDialog) {
  return (
    <ContactDialog
      {...props}
      title="Contact Support"
      sentToast={({ name, email, message }) => ({
        title: 'Message Sent!',
        description: `Thank you, ${name}. We will reply to ${email}. Your message: ${message}`,
      })}
    />
  )
}
