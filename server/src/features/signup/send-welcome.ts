import { confirmationLines } from '#features/accounts/emails.ts'
import { sendConfirmLink } from '#features/accounts/confirm-email.ts'
import type { Services } from '#services.ts'
import { welcome } from '#features/subscriptions/emails/welcome-emails.ts'

/** A new member and the lines of their receipt. */
export type Welcome = { personId: string; receipt: string[] }

/** Emails a new member their receipt and the link that confirms their address. */
export const sendWelcome = (
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address' | 'secret'>,
  { personId, receipt }: Welcome,
): Promise<void> =>
  sendConfirmLink(services, personId, {
    unproven: (person, link) =>
      welcome(person, services.address.url, receipt, confirmationLines(link, services.address.url)),
    proven: (person) => welcome(person, services.address.url, receipt),
  })
