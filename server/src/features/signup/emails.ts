import { confirmationLines } from '#features/accounts/emails.ts'
import { composeEmail, defineEmail, exampleReader, type Recipient, withoutName } from '#mail/email.ts'
import { exampleInvoice, receiptLines, welcome } from '#features/subscriptions/emails.ts'

/** After the first payment; `link` confirms the address. */
export const welcomeToConfirm = defineEmail(
  (reader: Recipient, receipt: string[], link: string, siteUrl: string) =>
    welcome(withoutName(reader), [...receipt, '', ...confirmationLines(link, siteUrl)], siteUrl),
  {
    welcome: [
      'After the first payment',
      (siteUrl) => [exampleReader, receiptLines(exampleInvoice), `${siteUrl}/confirm-email#example`, siteUrl],
    ],
  },
)

/** For a person who paid without choosing a password; `link` opens the form to choose one. */
export const finishAccount = defineEmail(
  (reader: Recipient, link: string, receipt: string[]) =>
    composeEmail(withoutName(reader), 'Finish your account', [
      'Your payment arrived and your Platinum membership is active. One thing is missing: a password.',
      `Open this link and fill in the form once more. You will not pay again: ${link}`,
      ...receipt,
    ]),
  {
    'finish-account': [
      'Paid, and no password chosen',
      (siteUrl) => [exampleReader, `${siteUrl}/finish-signup#example`, receiptLines(exampleInvoice)],
    ],
  },
)

/** For an applicant whose verified payment failed. */
export const signupNotPaid = defineEmail(
  (reader: Recipient, siteUrl: string) =>
    composeEmail(withoutName(reader), 'Your payment did not go through', [
      'Your payment could not be completed, so your membership has not started and you were not charged.',
      `You are welcome to try again, with another payment method if you like: ${siteUrl}/signup`,
    ]),
  { 'signup-not-paid': ['A first payment that took hours failed', (siteUrl) => [exampleReader, siteUrl]] },
)

/** For a payment to an address that has an account already. */
export const paidTwice = defineEmail(
  (reader: Recipient, siteUrl: string) =>
    composeEmail(withoutName(reader), 'Your second payment is refunded', [
      'There is already an account with this email address, so the subscription you just paid for was ended and your payment is on its way back to you.',
      `Please sign in with your existing account: ${siteUrl}/login`,
    ]),
  { 'paid-twice': ['Paid for an address with an account', (siteUrl) => [exampleReader, siteUrl]] },
)

/** For a payment that could not become an account for a whole day. */
export const signupRefunded = defineEmail(
  (reader: Recipient, siteUrl: string) =>
    composeEmail(withoutName(reader), 'Your payment is refunded', [
      'Something went wrong on our side while we were creating your account, so your subscription was ended and your payment is on its way back to you. We are sorry.',
      `You are welcome to try again: ${siteUrl}/signup`,
    ]),
  { 'signup-given-back': ['No account could be made', (siteUrl) => [exampleReader, siteUrl]] },
)
