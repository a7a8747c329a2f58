import { confirmationLines } from '#features/accounts/emails.ts'
import { letter, type Reader } from '#mail/message.ts'

/** Nobody has proven yet that this address is theirs: it is sent nothing that a stranger typed, not even a name. */
const unproven = ({ email }: Reader): Reader => ({ email, firstName: null })

/**
 * After the first payment. `siteUrl` is the front page, `receipt` the lines about what was paid; `link` confirms the
 * address and is left out where it is confirmed already.
 */
export const welcome = (reader: Reader, siteUrl: string, receipt: string[], link?: string) =>
  letter(link ? unproven(reader) : reader, 'Welcome: your membership is active', [
    'Your Platinum membership is active.',
    `Sign in with your email address and the password you chose: ${siteUrl}/login`,
    ...receipt,
    ...(link ? ['', ...confirmationLines(link, siteUrl)] : []),
  ])

/**
 * For someone who paid and never chose a password; `link` lets this address choose one, without paying again.
 * `receipt` is the lines about what was paid.
 */
export const finishAccount = (reader: Reader, link: string, receipt: string[]) =>
  letter(unproven(reader), 'Finish your account', [
    'Your payment arrived and your Platinum membership is active. One thing is missing: a password.',
    `Open this link and fill in the form once more. You will not pay again: ${link}`,
    ...receipt,
  ])

/** While the bank or wallet checks the first payment, which may take hours. */
export const paymentBeingVerified = (reader: Reader) =>
  letter(unproven(reader), 'Your payment is being verified', [
    'We received your payment, and it is being verified now. That takes 1-2 hours, rarely up to 48 hours.',
    'You do not have to do anything, and you can close the page. We will email you when it is done. Please do not pay a second time.',
  ])

/** For somebody who is joining and whose payment was checked and failed. */
export const signupNotPaid = (reader: Reader, siteUrl: string) =>
  letter(unproven(reader), 'Your payment did not go through', [
    'Your payment could not be completed, so your membership has not started and you were not charged.',
    `You are welcome to try again, with another payment method if you like: ${siteUrl}/signup`,
  ])

/** For a payment that cannot become an account, because the address has one already. */
export const paidTwice = (reader: Reader, siteUrl: string) =>
  letter(unproven(reader), 'Your second payment is refunded', [
    'There is already an account with this email address, so the subscription you just paid for was ended and your payment is on its way back to you.',
    `Please sign in with your existing account: ${siteUrl}/login`,
  ])

/** For a payment the program could not turn into an account for a whole day. */
export const signupGivenBack = (reader: Reader, siteUrl: string) =>
  letter(unproven(reader), 'Your payment is refunded', [
    'Something went wrong on our side while we were creating your account, so your subscription was ended and your payment is on its way back to you. We are sorry.',
    `You are welcome to try again: ${siteUrl}/signup`,
  ])

/** For money that arrived when the subscription it was for had been ended. */
export const paidTooLate = (reader: Reader) =>
  letter(unproven(reader), 'Your payment is refunded', [
    'Your payment arrived after the subscription it was for had ended, so it is on its way back to you.',
  ])

/** The same where the bank did not take it back, and somebody has to send it another way. */
export const paidTooLateByHand = (reader: Reader) =>
  letter(unproven(reader), 'We owe you a refund', [
    'Your payment arrived after the subscription it was for had ended. We tried to send it back, but your bank did not accept it. We will return it to you another way; you do not have to do anything.',
  ])

/** For a person the provider charged for two subscriptions. */
export const secondSubscription = (reader: Reader) =>
  letter(reader, 'A second subscription was ended', [
    'Two subscriptions were running for your account. The newer one was ended and what you paid for it is on its way back to you. Your membership goes on unchanged.',
  ])
