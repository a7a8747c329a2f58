import { PaymentSuccessPage } from '../features/subscriptions/payment-success-page.tsx'
import { ContactButton } from './contact-button.tsx'

/** The page after a payment, with a contact button. */
export function PaymentSuccess() {
  return <PaymentSuccessPage contact={<ContactButton />} />
}
