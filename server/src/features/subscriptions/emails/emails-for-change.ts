import {
  accessPaused,
  accessRestored,
  canceled,
  confirmationNeeded,
  ended,
  paymentBeingVerified,
  paymentFailed,
  receiptLines,
  refundOnItsWay,
  renewed,
  resumed,
  welcome,
  welcomeBack,
} from '../emails.ts'
import type { Membership } from '../schema.ts'
import type { SubscriptionSnapshot } from '../snapshot/subscription-snapshot.ts'
import {
  isLive,
  isCanceledUnpaid,
  type SubscriptionChange,
  newlyPaid,
} from '../snapshot/subscription-state.ts'
import type { BillingEmail } from './send-once.ts'

export const paidEmailKey = (invoiceId: string) => `paid:${invoiceId}`

export function emailsForChange(change: SubscriptionChange, siteUrl: string): BillingEmail[] {
  // The refund of a duplicate sends an email of its own.
  if (change.snapshot.endReason === 'voided') return []
  return [
    ...paymentEmails(change, siteUrl),
    ...dueEmails(change, siteUrl),
    ...endEmails(change, siteUrl),
    ...refundEmails(change, siteUrl),
  ]
}

function paymentEmails(change: SubscriptionChange, siteUrl: string): BillingEmail[] {
  return newlyPaid(change)
    .filter(({ isLate }) => !isLate)
    .map((invoice) => ({
      key: paidEmailKey(invoice.id),
      notice: 'paid',
      compose: (reader) => {
        if (!invoice.isFirst) return renewed(reader, invoice, siteUrl)
        return change.isReturning
          ? welcomeBack(reader, invoice, siteUrl)
          : welcome(reader, receiptLines(invoice), siteUrl)
      },
    }))
}

function dueEmails({ snapshot, known, graceUntil }: SubscriptionChange, siteUrl: string): BillingEmail[] {
  const { due } = snapshot
  if (due?.isFirst && due.isBeingVerified)
    return [{ key: `being_verified:${due.id}`, notice: 'being_verified', compose: paymentBeingVerified }]
  if (!due || due.isUnderway) return []
  // A first payment fails on screen, so no email is needed, unless the money had been on its way.
  const failedAfterPending = known?.firstPayment === 'processing' && snapshot.firstPayment === 'failed'
  if (!failedAfterPending && (due.isFirst || !due.wasTried || !isLive(snapshot))) return []
  const failure = { due, graceUntil, siteUrl }
  return due.needsAction
    ? [
        {
          key: `action_required:${due.id}`,
          notice: 'action_required',
          compose: (reader) => confirmationNeeded(reader, failure),
        },
      ]
    : [
        {
          key: `payment_failed:${due.id}`,
          notice: 'payment_failed',
          compose: (reader) => paymentFailed(reader, failure),
        },
      ]
}

function endEmails({ snapshot, known }: SubscriptionChange, siteUrl: string): BillingEmail[] {
  const { id, cancelAt, canceledAt, endedAt, endReason, periodEnd, revocation } = snapshot
  if (endedAt) {
    if (!known?.paidThrough || known.endedAt) return []
    const why = endReason === 'payment_failed' || endReason === 'disputed' ? endReason : 'asked'
    if (revocation === 'refunded') return []
    const because = revocation === 'disputed' ? revocation : why
    return [{ key: `ended:${id}`, notice: 'ended', compose: (reader) => ended(reader, because, siteUrl) }]
  }
  // A subscription canceled in an unpaid month is about to be ended, and emailed about then.
  if (!isLive(snapshot) || isCanceledUnpaid(snapshot)) return []
  // A refund email covers its cancellation. One in an unpaid month was not announced yet; its key prevents a second.
  const mayBeNews = !known?.cancelAt || known.paidThrough?.getTime() !== snapshot.paidThrough?.getTime()
  if (cancelAt && mayBeNews && endReason !== 'refunded')
    return [
      {
        key: `canceled:${id}:${(canceledAt ?? cancelAt).getTime()}`,
        compose: (reader) => canceled(reader, cancelAt, siteUrl),
      },
    ]
  if (!cancelAt && known?.cancelAt && endReason !== 'restored')
    return [
      {
        key: `resumed:${id}:${known.syncedAt.getTime()}`,
        compose: (reader) => resumed(reader, periodEnd, siteUrl),
      },
    ]
  return []
}

function refundEmails({ snapshot, known }: SubscriptionChange, siteUrl: string): BillingEmail[] {
  const refunds = snapshot.paid
    .filter(({ isLate, refundedCents }) => !isLate && refundedCents > 0)
    .map(({ id, amountCents, refundedCents, isRefunded }) => ({
      key: `refund:${id}:${refundedCents}`,
      notice: 'refund' as const,
      compose: (reader: Parameters<BillingEmail['compose']>[0]) =>
        refundOnItsWay(reader, {
          refundedCents,
          paidCents: amountCents,
          endsAccess: isRefunded && snapshot.revocation === 'refunded',
        }),
    }))
  if (known && !known.revokedAt && snapshot.revocation === 'contested' && isLive(snapshot))
    return [
      ...refunds,
      {
        key: `contested:${snapshot.id}:${snapshot.paidThrough?.getTime()}`,
        notice: 'contested',
        compose: (reader) => accessPaused(reader, siteUrl),
      },
    ]
  if (known?.revokedAt && !snapshot.revocation && isLive(snapshot) && isRestored(snapshot, known))
    return [
      ...refunds,
      {
        key: `restored:${snapshot.id}:${known.revokedAt.getTime()}`,
        notice: 'restored',
        compose: (reader) => accessRestored(reader, siteUrl),
      },
    ]
  return refunds
}

/** Whether the payment for the revoked month counts again, and not just one for another month. */
const isRestored = ({ paid }: SubscriptionSnapshot, { paidThrough }: Membership) =>
  paid.some(
    ({ isLate, isRefunded, isDisputeLost, isDisputeOpen, periodEnd }) =>
      !isLate &&
      !isRefunded &&
      !isDisputeLost &&
      !isDisputeOpen &&
      periodEnd.getTime() === paidThrough?.getTime(),
  )
