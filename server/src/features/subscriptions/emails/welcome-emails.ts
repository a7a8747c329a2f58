import { withoutName } from './refund-emails.ts'
import { message, type Recipient } from '#mail/message.ts'

/**
 * After the first payment. `siteUrl` is the front page, `receipt` the lines of the receipt. `confirmation` asks the
 * reader to confirm the address; it is empty once that is done.
 */
export const welcome = (reader: Recipient, siteUrl: string, receipt: string[], confirmation: string[] = []) =>
  message(confirmation.length > 0 ? withoutName(reader) : reader, 'Welcome: your membership is active', [
    'Your Platinum membership is active.',
    `Sign in with your email address and the password you chose: ${siteUrl}/login`,
    ...receipt,
    ...(confirmation.length > 0 ? ['', ...confirmation] : []),
  ])

/** While the bank or wallet verifies the first payment, which may take hours. */
export const paymentBeingVerified = (reader: Recipient) =>
  message(withoutName(reader), 'Your payment is being verified', [
    'We received your payment, and it is being verified now. That takes 1-2 hours, rarely up to 48 hours.',
    'You do not have to do anything, and you can close the page. We will email you when it is done. Please do not pay a second time.',
  ])
