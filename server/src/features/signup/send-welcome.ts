import { sendConfirmLink } from '#features/accounts/confirm-email.ts'
import type { Services } from '#services.ts'
import { welcome } from '#features/subscriptions/emails.ts'
import { welcomeToConfirm } from './emails.ts'

/** A new member and the lines of their receipt. */
export type Welcome = { personId: string; receipt: string[] }

/** Emails a new member their receipt and the link that confirms their address. */
export const sendWelcome = (
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'secret'>,
  { personId, receipt }: Welcome,
): Promise<void> =>
  sendConfirmLink(services, personId, {
    unproven: (person, link) => welcomeToConfirm(person, receipt, link, services.address.url),
    proven: (person) => welcome(person, receipt, services.address.url),
  })
