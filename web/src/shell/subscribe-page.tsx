import { SubscribePage } from '../features/subscriptions/subscribe-page.tsx'
import { ContactButton } from './contact-button.tsx'

/** /subscribe with its way to support. */
export function Subscribe() {
  return <SubscribePage contact={<ContactButton />} />
}
