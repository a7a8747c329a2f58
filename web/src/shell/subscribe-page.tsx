import { SubscribePage } from '../features/subscriptions/subscribe-page.tsx'
import { ContactButton } from './contact-button.tsx'

/** /subscribe with a contact button. */
export function Subscribe() {
  return <SubscribePage contact={<ContactButton />} />
}
