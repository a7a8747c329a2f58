import { PaymentSuccessPage } from '../features/subscriptions/payment-success-page.tsx'
import { ContactButton } from './contact-button.tsx'

/** The page after paying, with its way to support. */
export function PaymentSuccess() {
  return <PaymentSuccessPage contact={<ContactButton />} />
}
