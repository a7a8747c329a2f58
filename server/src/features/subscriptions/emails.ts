import { formatDay, formatUtcDay } from '#time/format-date.ts'
import { inDollars } from '#money/format-dollars.ts'
import type { LegalText } from '#features/agreements/legal-texts.ts'
import {
  composeEmail,
  defineEmail,
  exampleReader,
  receiptTitle,
  type Recipient,
  withoutName,
} from '#mail/email.ts'
import type { PaymentMethod } from './snapshot/charge-snapshot.ts'
import type { DueInvoice, PaidInvoice } from './snapshot/invoice-snapshot.ts'

/* The emails about a membership. `siteUrl` is the front page, dates are in UTC, amounts come from Stripe. */

const visa = { brand: 'visa', last4: '4242' }

export const exampleInvoice: PaidInvoice = {
  id: 'in_example',
  periodStart: new Date('2027-03-01T09:00:00Z'),
  periodEnd: new Date('2027-04-01T09:00:00Z'),
  paidAt: new Date('2027-03-01T09:00:00Z'),
  amountCents: 1299,
  discountCents: 0,
  paymentIntentId: null,
  isFirst: true,
  isLate: false,
  paidWith: visa,
  refundedCents: 0,
  isRefunded: false,
  isDisputeLost: false,
  isDisputeOpen: false,
}
const { periodEnd: exampleEnd } = exampleInvoice

const exampleDue = {
  id: 'in_example',
  amountCents: 1299,
  isFirst: false,
  wasTried: true,
  needsAction: false,
  isUnderway: false,
  isBeingVerified: false,
  reason: 'Your card was declined.',
}

const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

/** A payment method as text: `Visa ending in 4242`. */
const paymentMethodText = ({ brand, last4 }: PaymentMethod) =>
  `${brands[brand] ?? brand}${last4 ? ` ending in ${last4}` : ''}`

export function receiptLines({ id, amountCents, periodStart, periodEnd, paidAt, paidWith }: PaidInvoice) {
  const period = `Platinum membership, ${formatDay(periodStart)} to ${formatDay(periodEnd)}`
  if (amountCents === 0) return ['', `${period}: your promo code covers it, so nothing was charged.`]
  return [
    '',
    receiptTitle,
    `For: ${period}`,
    `Paid on: ${formatDay(paidAt)}`,
    ...(paidWith ? [`Paid with: ${paymentMethodText(paidWith)}`] : []),
    `Number: ${id}`,
    `Total: ${inDollars(amountCents)}`,
  ]
}

/** After the first payment. `lines` are the receipt and what the member still has to do. */
export const welcome = defineEmail(
  (reader: Recipient, lines: string[], siteUrl: string) =>
    composeEmail(reader, 'Welcome: your membership is active', [
      'Your Platinum membership is active.',
      `Sign in with your email address and the password you chose: ${siteUrl}/login`,
      ...lines,
    ]),
  {
    'welcome-confirmed': [
      'After the first payment, if the address is confirmed',
      (siteUrl) => [exampleReader, receiptLines(exampleInvoice), siteUrl],
    ],
  },
)

/** While the bank or wallet verifies the first payment, which may take hours. */
export const paymentBeingVerified = defineEmail(
  (reader: Recipient) =>
    composeEmail(withoutName(reader), 'Your payment is being verified', [
      'We received your payment, and it is being verified now. That takes 1-2 hours, rarely up to 48 hours.',
      'You do not have to do anything, and you can close the page. We will email you when it is done. Please do not pay a second time.',
    ]),
  { 'payment-being-verified': ['A first payment that takes hours', () => [exampleReader]] },
)

/** For a payment that arrived after its subscription had ended. */
export const paidTooLate = defineEmail(
  (reader: Recipient) =>
    composeEmail(withoutName(reader), 'Your payment is refunded', [
      'Your payment arrived after the subscription it was for had ended, so it is on its way back to you.',
    ]),
  { 'paid-too-late': ['Paid after the subscription had ended', () => [exampleReader]] },
)

/** The same if the bank rejected the refund and an admin has to send it another way. */
export const paidTooLateByHand = defineEmail(
  (reader: Recipient) =>
    composeEmail(withoutName(reader), 'We owe you a refund', [
      'Your payment arrived after the subscription it was for had ended. We tried to send it back, but your bank did not accept it. We will return it to you another way; you do not have to do anything.',
    ]),
  {
    'paid-too-late-by-hand': [
      'Paid after the subscription had ended, and the bank refuses the refund',
      () => [exampleReader],
    ],
  },
)

/** For a member whom Stripe charged for two subscriptions. */
export const duplicateEnded = defineEmail(
  (reader: Recipient) =>
    composeEmail(reader, 'A second subscription was ended', [
      'Two subscriptions were running for your account. The newer one was ended and what you paid for it is on its way back to you. Your membership goes on unchanged.',
    ]),
  { 'second-subscription': ['Two subscriptions of one person', () => [exampleReader]] },
)

const settings = (siteUrl: string) => `${siteUrl}/settings`

/** After a paid renewal; never for a failed one. */
export const renewed = defineEmail(
  (reader: Recipient, invoice: PaidInvoice, siteUrl: string) =>
    composeEmail(reader, `Your receipt: ${inDollars(invoice.amountCents)}`, [
      'Thank you: your membership goes on for another month.',
      ...receiptLines(invoice),
      '',
      `Your subscription and your payment method: ${settings(siteUrl)}`,
    ]),
  { renewed: ['After a renewal', (siteUrl) => [exampleReader, exampleInvoice, siteUrl]] },
)

/** For a member whose subscription had ended and who came back. */
export const welcomeBack = defineEmail(
  (reader: Recipient, invoice: PaidInvoice, siteUrl: string) =>
    composeEmail(reader, 'Welcome back', [
      'Good to have you back: your Platinum membership is active again.',
      `Everything new is here: ${siteUrl}/content`,
      ...receiptLines(invoice),
    ]),
  { 'welcome-back': ['Subscribed again', (siteUrl) => [exampleReader, exampleInvoice, siteUrl]] },
)

type Failure = { due: DueInvoice; graceUntil: Date | null; siteUrl: string }

/** For a renewal that the bank declined, or that had no payment method. */
export const paymentFailed = defineEmail(
  (reader: Recipient, { due, graceUntil, siteUrl }: Failure) =>
    composeEmail(reader, 'Your payment did not go through', [
      `We could not collect ${inDollars(due.amountCents)} for your Platinum membership.`,
      due.reason === null
        ? 'There is no payment method on file that we could charge.'
        : `The reason given was: ${due.reason}`,
      '',
      ...(graceUntil ? [`You keep your access until ${formatDay(graceUntil)}.`] : []),
      `Please save another payment method, and what is due will be paid at once: ${due.isFirst ? `${siteUrl}/subscribe` : settings(siteUrl)}`,
    ]),
  {
    'payment-failed': [
      'A renewal was declined',
      (siteUrl) => [exampleReader, { due: exampleDue, graceUntil: exampleEnd, siteUrl }],
    ],
  },
)

/** For a renewal that the member has to confirm at their bank. */
export const confirmationNeeded = defineEmail(
  (reader: Recipient, { due, graceUntil, siteUrl }: Failure) =>
    composeEmail(reader, 'Please confirm your payment', [
      `Your bank asks you to confirm the payment of ${inDollars(due.amountCents)} for your Platinum membership.`,
      `Open this page and confirm it there: ${siteUrl}/subscribe`,
      ...(graceUntil ? ['', `You keep your access until ${formatDay(graceUntil)}.`] : []),
    ]),
  {
    'confirmation-needed': [
      'The bank asks for a confirmation',
      (siteUrl) => [exampleReader, { due: exampleDue, graceUntil: exampleEnd, siteUrl }],
    ],
  },
)

/** For a member who canceled and has access until `endsAt`. */
export const canceled = defineEmail(
  (reader: Recipient, endsAt: Date, siteUrl: string) =>
    composeEmail(reader, 'Your subscription is canceled', [
      `Your subscription is canceled. You will not be charged again, and you keep your access until ${formatDay(endsAt)}.`,
      `Should you change your mind before then, you can undo it: ${settings(siteUrl)}`,
    ]),
  { cancelled: ['Canceled', (siteUrl) => [exampleReader, exampleEnd, siteUrl]] },
)

/** For a member who resumed. `renewsAt` is the next charge. */
export const resumed = defineEmail(
  (reader: Recipient, renewsAt: Date, siteUrl: string) =>
    composeEmail(reader, 'Your membership goes on', [
      `Your cancellation has been undone. The next payment is on ${formatDay(renewsAt)}.`,
      `Your subscription and your payment method: ${settings(siteUrl)}`,
    ]),
  {
    'cancellation-taken-back': [
      'Took a cancellation back',
      (siteUrl) => [exampleReader, exampleEnd, siteUrl],
    ],
  },
)

const endTexts = {
  asked: 'Your Platinum membership has ended, as you asked. You will not be charged again.',
  payment_failed:
    'Your Platinum membership has ended, because the last payment could not be collected. You owe nothing and will not be charged again.',
  disputed:
    'Your Platinum membership has ended, because your bank took back a payment for it. You will not be charged again.',
} as const

export const ended = defineEmail(
  (reader: Recipient, why: keyof typeof endTexts, siteUrl: string) =>
    composeEmail(reader, 'Your membership has ended', [
      endTexts[why],
      why === 'disputed'
        ? 'If you think this is a mistake, please reply to this email.'
        : `Your account and your comments stay. You can come back whenever you like: ${siteUrl}/subscribe`,
    ]),
  { ended: ['A membership ended', (siteUrl) => [exampleReader, 'payment_failed', siteUrl]] },
)

type Refund = { refundedCents: number; paidCents: number; endsAccess: boolean }

/** For a refund; `refundedCents` is the total refunded of a payment. */
export const refundOnItsWay = defineEmail(
  (reader: Recipient, { refundedCents, paidCents, endsAccess }: Refund) =>
    composeEmail(reader, 'Your refund is on its way', [
      `Of the ${inDollars(paidCents)} you paid for your Platinum membership, ${inDollars(refundedCents)} is on its way back to you. Banks take five to ten days to show it.`,
      ...(endsAccess
        ? [
            'As the whole payment goes back, your access to Platinum content has ended, and you will not be charged again.',
          ]
        : []),
    ]),
  {
    'refund-on-its-way': [
      'Money goes back',
      () => [exampleReader, { refundedCents: 1299, paidCents: 1299, endsAccess: true }],
    ],
  },
)

/** While a dispute about the last payment is open. */
export const accessPaused = defineEmail(
  (reader: Recipient, siteUrl: string) =>
    composeEmail(reader, 'Your access is paused', [
      'Your bank has taken your last membership payment back while it looks into it. Until it decides, your access is paused.',
      'If you did not mean to dispute the payment, please tell your bank and reply to this email: your access comes back as soon as the payment does.',
      `Your subscription: ${settings(siteUrl)}`,
    ]),
  { 'access-paused': ['A dispute about the last payment is open', (siteUrl) => [exampleReader, siteUrl]] },
)

/** For a member whose access came back because a refund failed or a dispute was won. */
export const accessRestored = defineEmail(
  (reader: Recipient, siteUrl: string) =>
    composeEmail(reader, 'Your access is back', [
      'Your last payment stands: it was neither refunded nor taken back by your bank. Your Platinum membership is active again.',
      `Please reply to this email if you still want your money back. Your subscription: ${settings(siteUrl)}`,
    ]),
  { 'access-restored': ['A refund failed or a dispute was won', (siteUrl) => [exampleReader, siteUrl]] },
)

/** A month before a card expires; `expiresAt` is the first moment at which it is expired. */
export const cardExpiring = defineEmail(
  (reader: Recipient, card: PaymentMethod, expiresAt: Date, siteUrl: string) =>
    composeEmail(reader, 'Your card expires soon', [
      `The card your membership is paid with (${paymentMethodText(card)}) is valid until ${formatUtcDay(new Date(expiresAt.getTime() - 1))}.`,
      `Please save another one, so that your membership goes on: ${settings(siteUrl)}`,
    ]),
  {
    'card-expiring': [
      'The month before a card runs out',
      (siteUrl) => [exampleReader, visa, exampleEnd, siteUrl],
    ],
  },
)

type Renewal = { amountCents: number; renewsAt: Date; method: PaymentMethod | null; siteUrl: string }

/** Three days before a charge. `amountCents` is what Stripe will charge, discounts included. */
export const renewalReminder = defineEmail(
  (reader: Recipient, { amountCents, renewsAt, method, siteUrl }: Renewal) =>
    composeEmail(reader, `Your membership renews on ${formatDay(renewsAt)}`, [
      `On ${formatDay(renewsAt)} your Platinum membership renews for a month${chargeText(amountCents, method)}`,
      `To change how you pay, or to cancel before then: ${settings(siteUrl)}`,
    ]),
  {
    'renewal-reminder': [
      'Three days before a charge',
      (siteUrl) => [exampleReader, { amountCents: 1299, renewsAt: exampleEnd, method: visa, siteUrl }],
    ],
  },
)

function chargeText(amountCents: number, method: PaymentMethod | null): string {
  if (amountCents === 0) return ', and nothing will be charged.'
  return method
    ? `, and ${inDollars(amountCents)} will be charged to ${paymentMethodText(method)}.`
    : ` for ${inDollars(amountCents)}. There is no payment method on file yet: please save one.`
}

const titles: Record<LegalText, { title: string; path: string }> = {
  terms: { title: 'Terms of Service', path: '/terms' },
  privacy: { title: 'Privacy Policy', path: '/privacy' },
  rules: { title: 'Community Rules', path: '/rules' },
}

/** Announces new versions of legal texts. */
export const textsChanged = defineEmail(
  (reader: Recipient, changed: readonly LegalText[], siteUrl: string) => {
    const named = changed.map((name) => titles[name])
    const what = new Intl.ListFormat('en-US').format(named.map(({ title }) => title))
    return composeEmail(reader, `We have updated our ${what}`, [
      `We have updated our ${what}. You do not have to do anything.`,
      ...named.map(({ title, path }) => `${title}: ${siteUrl}${path}`),
      '',
      `If you do not agree, you can cancel your membership at any time: ${siteUrl}/settings`,
    ])
  },
  {
    'texts-changed': [
      'The legal texts were updated',
      (siteUrl) => [exampleReader, ['terms', 'privacy'], siteUrl],
    ],
  },
)
