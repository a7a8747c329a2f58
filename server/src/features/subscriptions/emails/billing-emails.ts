import { formatDay } from '#time/format-date.ts'
import { inDollars } from '#money/format-dollars.ts'
import type { PaymentMethod } from '../snapshot/charge-snapshot.ts'
import type { DueInvoice, PaidInvoice } from '../snapshot/invoice-snapshot.ts'
import { message, type Recipient } from '#mail/message.ts'
import { paymentMethodText, receiptLines } from './receipt-lines.ts'

/* Emails about a running membership. `siteUrl` is the front page, dates are in UTC, amounts come from Stripe. */

const settings = (siteUrl: string) => `${siteUrl}/settings`

/** After a paid renewal; never for a failed one. */
export const renewed = (reader: Recipient, invoice: PaidInvoice, siteUrl: string) =>
  message(reader, `Your receipt: ${inDollars(invoice.amountCents)}`, [
    'Thank you: your membership goes on for another month.',
    ...receiptLines(invoice),
    '',
    `Your subscription and your payment method: ${settings(siteUrl)}`,
  ])

/** For a member whose subscription had ended and who came back. */
export const welcomeBack = (reader: Recipient, invoice: PaidInvoice, siteUrl: string) =>
  message(reader, 'Welcome back', [
    'Good to have you back: your Platinum membership is active again.',
    `Everything new is here: ${siteUrl}/content`,
    ...receiptLines(invoice),
  ])

type Failure = { due: DueInvoice; graceUntil: Date | null; siteUrl: string }

/** For a renewal that the bank declined, or that had no payment method. */
export const paymentFailed = (reader: Recipient, { due, graceUntil, siteUrl }: Failure) =>
  message(reader, 'Your payment did not go through', [
    `We could not collect ${inDollars(due.amountCents)} for your Platinum membership.`,
    due.reason === null
      ? 'There is no payment method on file that we could charge.'
      : `The reason given was: ${due.reason}`,
    '',
    ...(graceUntil ? [`You keep your access until ${formatDay(graceUntil)}.`] : []),
    `Please save another payment method, and what is due will be paid at once: ${due.isFirst ? `${siteUrl}/subscribe` : settings(siteUrl)}`,
  ])

/** For a renewal that the member has to confirm at their bank. */
export const confirmationNeeded = (reader: Recipient, { due, graceUntil, siteUrl }: Failure) =>
  message(reader, 'Please confirm your payment', [
    `Your bank asks you to confirm the payment of ${inDollars(due.amountCents)} for your Platinum membership.`,
    `Open this page and confirm it there: ${siteUrl}/subscribe`,
    ...(graceUntil ? ['', `You keep your access until ${formatDay(graceUntil)}.`] : []),
  ])

/** For a member who canceled and has access until `endsAt`. */
export const canceled = (reader: Recipient, endsAt: Date, siteUrl: string) =>
  message(reader, 'Your subscription is canceled', [
    `Your subscription is canceled. You will not be charged again, and you keep your access until ${formatDay(endsAt)}.`,
    `Should you change your mind before then, you can undo it: ${settings(siteUrl)}`,
  ])

/** For a member who resumed. `renewsAt` is the next charge. */
export const resumed = (reader: Recipient, renewsAt: Date, siteUrl: string) =>
  message(reader, 'Your membership goes on', [
    `Your cancellation has been undone. The next payment is on ${formatDay(renewsAt)}.`,
    `Your subscription and your payment method: ${settings(siteUrl)}`,
  ])

const endTexts = {
  asked: 'Your Platinum membership has ended, as you asked. You will not be charged again.',
  payment_failed:
    'Your Platinum membership has ended, because the last payment could not be collected. You owe nothing and will not be charged again.',
  disputed:
    'Your Platinum membership has ended, because your bank took back a payment for it. You will not be charged again.',
} as const

/** After the end of a paid subscription. */
export const ended = (reader: Recipient, why: keyof typeof endTexts, siteUrl: string) =>
  message(reader, 'Your membership has ended', [
    endTexts[why],
    why === 'disputed'
      ? 'If you think this is a mistake, please reply to this email.'
      : `Your account and your comments stay. You can come back whenever you like: ${siteUrl}/subscribe`,
  ])

type Refund = { refundedCents: number; paidCents: number; endsAccess: boolean }

/** For a refund; `refundedCents` is the total refunded of a payment. */
export const refundOnItsWay = (reader: Recipient, { refundedCents, paidCents, endsAccess }: Refund) =>
  message(reader, 'Your refund is on its way', [
    `Of the ${inDollars(paidCents)} you paid for your Platinum membership, ${inDollars(refundedCents)} is on its way back to you. Banks take five to ten days to show it.`,
    ...(endsAccess
      ? [
          'As the whole payment goes back, your access to Platinum content has ended, and you will not be charged again.',
        ]
      : []),
  ])

/** While a dispute about the last payment is open. */
export const accessPaused = (reader: Recipient, siteUrl: string) =>
  message(reader, 'Your access is paused', [
    'Your bank has taken your last membership payment back while it looks into it. Until it decides, your access is paused.',
    'If you did not mean to dispute the payment, please tell your bank and reply to this email: your access comes back as soon as the payment does.',
    `Your subscription: ${settings(siteUrl)}`,
  ])

/** For a member whose access came back because a refund failed or a dispute was won. */
export const accessRestored = (reader: Recipient, siteUrl: string) =>
  message(reader, 'Your access is back', [
    'Your last payment stands: it was neither refunded nor taken back by your bank. Your Platinum membership is active again.',
    `Please reply to this email if you still want your money back. Your subscription: ${settings(siteUrl)}`,
  ])

/** A month before a card expires; `expiresAt` is the first moment at which it is expired. */
export const cardExpiring = (reader: Recipient, card: PaymentMethod, expiresAt: Date, siteUrl: string) =>
  message(reader, 'Your card expires soon', [
    `The card your membership is paid with (${paymentMethodText(card)}) is valid until ${formatDay(new Date(expiresAt.getTime() - 1))}.`,
    `Please save another one, so that your membership goes on: ${settings(siteUrl)}`,
  ])

type Renewal = { amountCents: number; renewsAt: Date; method: PaymentMethod | null; siteUrl: string }

/** Three days before a charge. `amountCents` is what Stripe will charge, discounts included. */
export const renewalReminder = (reader: Recipient, { amountCents, renewsAt, method, siteUrl }: Renewal) =>
  message(reader, `Your membership renews on ${formatDay(renewsAt)}`, [
    `On ${formatDay(renewsAt)} your Platinum membership renews for a month${chargeText(amountCents, method)}`,
    `To change how you pay, or to cancel before then: ${settings(siteUrl)}`,
  ])

function chargeText(amountCents: number, method: PaymentMethod | null): string {
  if (amountCents === 0) return ', and nothing will be charged.'
  return method
    ? `, and ${inDollars(amountCents)} will be charged to ${paymentMethodText(method)}.`
    : ` for ${inDollars(amountCents)}. There is no payment method on file yet: please save one.`
}
