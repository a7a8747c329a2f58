import { message, type Recipient } from '#mail/message.ts'

/** Leaves out the name: the address is unconfirmed, and the name is what a stranger typed. */
export const withoutName = ({ email }: Recipient): Recipient => ({ email, firstName: null })

/** For a payment that arrived after its subscription had ended. */
export const paidTooLate = (reader: Recipient) =>
  message(withoutName(reader), 'Your payment is refunded', [
    'Your payment arrived after the subscription it was for had ended, so it is on its way back to you.',
  ])

/** The same if the bank rejected the refund and an admin has to send it another way. */
export const paidTooLateByHand = (reader: Recipient) =>
  message(withoutName(reader), 'We owe you a refund', [
    'Your payment arrived after the subscription it was for had ended. We tried to send it back, but your bank did not accept it. We will return it to you another way; you do not have to do anything.',
  ])

/** For a member whom Stripe charged for two subscriptions. */
export const duplicateEnded = (reader: Recipient) =>
  message(reader, 'A second subscription was ended', [
    'Two subscriptions were running for your account. The newer one was ended and what you paid for it is on its way back to you. Your membership goes on unchanged.',
  ])
