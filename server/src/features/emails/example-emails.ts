import { noticeEmail } from '#features/notifications/emails.ts'
import { sentences } from '#features/notifications/notices.ts'
import * as payouts from '#features/payouts/emails.ts'
import * as billing from '#features/subscriptions/emails/billing-emails.ts'
import * as refunds from '#features/subscriptions/emails/refund-emails.ts'
import { confirmationLines } from '#features/accounts/emails.ts'
import { paymentBeingVerified, welcome } from '#features/subscriptions/emails/welcome-emails.ts'
import * as signups from '#features/signup/emails.ts'
import { receiptLines } from '#features/subscriptions/emails/receipt-lines.ts'
import { accountExamples } from './account-examples.ts'
import { type Example, example, reader } from './example.ts'

const creator = { id: '', email: 'alex@club.example', firstName: 'Alex' }
const alex = { ...creator, role: 'creator' as const }
const mina = { ...reader, id: '', role: 'subscriber' as const }
const visa = { brand: 'visa', last4: '4242' }
const [paidAt, periodEnd] = [new Date('2027-03-01T09:00:00Z'), new Date('2027-04-01T09:00:00Z')]
const postId = '0190d0c0-0000-7000-8000-000000000000'

const invoice = {
  id: 'in_example',
  periodStart: paidAt,
  periodEnd,
  paidAt,
  amountCents: 1299,
  paymentIntentId: null,
  isFirst: true,
  isLate: false,
  paidWith: visa,
  refundedCents: 0,
  isRefunded: false,
  isDisputeLost: false,
  isDisputeOpen: false,
}
const due = {
  id: 'in_example',
  amountCents: 1299,
  isFirst: false,
  wasTried: true,
  needsAction: false,
  isUnderway: false,
  isBeingVerified: false,
  reason: 'Your card was declined.',
}

/**
 * Every kind of email the site sends, built by the functions that build the real ones, with made-up people and amounts.
 * Add a line here for each new email.
 */
export function exampleEmails(siteUrl: string): Example[] {
  const failure = { due, graceUntil: periodEnd, siteUrl }
  const renewal = { amountCents: 1299, renewsAt: periodEnd, method: visa, siteUrl }
  const statement = { month: '2027-02', closingCents: 48_125, heldCents: 3750, payableCents: 44_375 }
  const paid = { amountCents: 44_375, reference: 'tr_example' }
  const club = { siteUrl, unsubscribeUrl: (kind: string) => `${siteUrl}/unsubscribe?letter=example.${kind}` }
  const post = (title: string) => ({
    kind: 'new_post' as const,
    subjectId: postId,
    sentence: sentences.new_post(title),
    path: `/post/${postId}`,
  })
  const reply = {
    kind: 'reply' as const,
    subjectId: postId,
    ...sentences.reply(alex, 'Two watches'),
    path: `/post/${postId}`,
  }
  const tip = {
    kind: 'tip_received' as const,
    subjectId: postId,
    ...sentences.tip_received(mina, 500),
    path: '/tips-received',
  }
  return [
    example(
      'welcome',
      'After the first payment',
      welcome(
        reader,
        siteUrl,
        receiptLines(invoice),
        confirmationLines(`${siteUrl}/confirm-email#example`, siteUrl),
      ),
    ),
    example(
      'finish-account',
      'Paid, and no password chosen',
      signups.finishAccount(reader, `${siteUrl}/finish-signup#example`, receiptLines(invoice)),
    ),
    example('payment-being-verified', 'A first payment that takes hours', paymentBeingVerified(reader)),
    example('signup-not-paid', 'The same, and it failed', signups.signupNotPaid(reader, siteUrl)),
    example('paid-twice', 'Paid for an address with an account', signups.paidTwice(reader, siteUrl)),
    example('signup-given-back', 'No account could be made', signups.signupRefunded(reader, siteUrl)),
    example('paid-too-late', 'Paid after the subscription had ended', refunds.paidTooLate(reader)),
    example(
      'paid-too-late-by-hand',
      'The same, and the bank refuses the refund',
      refunds.paidTooLateByHand(reader),
    ),
    example('second-subscription', 'Two subscriptions of one person', refunds.duplicateEnded(reader)),
    example('renewed', 'After a renewal', billing.renewed(reader, invoice, siteUrl)),
    example('welcome-back', 'Subscribed again', billing.welcomeBack(reader, invoice, siteUrl)),
    example('payment-failed', 'A renewal was declined', billing.paymentFailed(reader, failure)),
    example(
      'confirmation-needed',
      'The bank asks for a confirmation',
      billing.confirmationNeeded(reader, failure),
    ),
    example('cancelled', 'Canceled', billing.canceled(reader, periodEnd, siteUrl)),
    example(
      'cancellation-taken-back',
      'Took a cancellation back',
      billing.resumed(reader, periodEnd, siteUrl),
    ),
    example('ended', 'A membership ended', billing.ended(reader, 'payment_failed', siteUrl)),
    example(
      'refund-on-its-way',
      'Money goes back',
      billing.refundOnItsWay(reader, { refundedCents: 1299, paidCents: 1299, endsAccess: true }),
    ),
    example(
      'access-paused',
      'A dispute about the last payment is open',
      billing.accessPaused(reader, siteUrl),
    ),
    example(
      'access-restored',
      'A refund failed or a dispute was won',
      billing.accessRestored(reader, siteUrl),
    ),
    example(
      'card-expiring',
      'The month before a card runs out',
      billing.cardExpiring(reader, visa, periodEnd, siteUrl),
    ),
    example('renewal-reminder', 'Three days before a charge', billing.renewalReminder(reader, renewal)),
    ...accountExamples(siteUrl),
    example(
      'statement-ready',
      'To the creator: a month is closed',
      payouts.statementReady(creator, statement, siteUrl),
    ),
    example(
      'payout-paid',
      'To the creator: money is on its way',
      payouts.payoutPaid(creator, statement, paid, siteUrl),
    ),
    example('notice', 'One thing happened', noticeEmail(reader, [post('Two watches')], club)),
    example(
      'digest',
      'Several things happened within an hour',
      noticeEmail(reader, [post('Two watches'), post('The whistle at midnight'), reply], club),
    ),
    example('tip', 'To the creator: a tip', noticeEmail(creator, [tip], club)),
  ]
}
