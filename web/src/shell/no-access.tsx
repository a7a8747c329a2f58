import { NoAccessScreen } from '../features/subscriptions/no-access-screen.tsx'
import { ContactButton } from './contact-button.tsx'

/** What stands in place of what members see, with its way to support. */
export function NoAccess() {
  return <NoAccessScreen contact={<ContactButton />} />
}
