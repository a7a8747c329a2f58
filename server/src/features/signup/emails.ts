import { withoutName } from '#features/subscriptions/emails/refund-emails.ts'
import { message, type Recipient } from '#mail/message.ts'

/**
 * For a person who paid without choosing a password; `link` opens the form to choose one, without paying again.
 * `receipt` is the lines of the receipt.
 */
export const finishAccount = (reader: Recipient, link: string, receipt: string[]) =>
  message(withoutName(reader), 'Finish your account', [
    'Your payment arrived and your Platinum membership is active. One thing is missing: a password.',
    `Open this link and fill in the form once more. You will not pay again: ${link}`,
    ...receipt,
  ])
/** For an applicant whose verified payment failed. */
export const signupNotPaid = (reader: Recipient, siteUrl: string) =>
  message(withoutName(reader), 'Your payment did not go through', [
    'Your payment could not be completed, so your membership has not started and you were not charged.',
    `You are welcome to try again, with another payment method if you like: ${siteUrl}/signup`,
  ])

/** For a payment to an address that has an account already. */
export const paidTwice = (reader: Recipient, siteUrl: string) =>
  message(withoutName(reader), 'Your second payment is refunded', [
    'There is already an account with this email address, so the subscription you just paid for was ended and your payment is on its way back to you.',
    `Please sign in with your existing account: ${siteUrl}/login`,
  ])

/** For a payment that could not become an account for a whole day. */
export const signupRefunded = (reader: Recipient, siteUrl: string) =>
  message(withoutName(reader), 'Your payment is refunded', [
    'Something went wrong on our side while we were creating your account, so your subscription was ended and your payment is on its way back to you. We are sorry.',
    `You are welcome to try again: ${siteUrl}/signup`,
  ])
