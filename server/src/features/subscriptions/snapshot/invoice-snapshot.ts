import type { Stripe } from 'stripe'
import { idOf } from '#payments/id-of.ts'
import type { ChargeSnapshot, PaymentMethod } from './charge-snapshot.ts'

/** An invoice that was paid; `paymentIntentId` is null when nothing had to be paid. */
export type PaidInvoice = {
  id: string
  periodStart: Date
  periodEnd: Date
  paidAt: Date
  amountCents: number
  paymentIntentId: string | null
  /** The first one of its subscription. */
  isFirst: boolean
  /** Paid when the subscription had ended, or was just being ended unpaid: it buys nothing and goes back. */
  isLate: boolean
  paidWith: PaymentMethod | null
  refundedCents: number
  isRefunded: boolean
  isDisputeLost: boolean
  isDisputeOpen: boolean
}

/** The latest invoice while it is open. */
export type DueInvoice = {
  id: string
  amountCents: number
  isFirst: boolean
  /** The provider tried to collect it, and that did not succeed. */
  wasTried: boolean
  /** The bank wants the person to confirm the payment. */
  needsAction: boolean
  /** Money may be on its way. */
  isUnderway: boolean
  /** The bank or wallet checks the payment, which may take hours. */
  isBeingVerified: boolean
  /** The bank's reason in words; null where there was nothing to charge. */
  reason: string | null
}

export const dateFromSeconds = (seconds: number) => new Date(seconds * 1000)

/** The payment of an invoice whose payments were asked for. */
export function paymentIntentOf(invoice: Stripe.Invoice): string | null {
  const intent = invoice.payments?.data.find((payment) => payment.is_default)?.payment.payment_intent
  return intent ? idOf(intent) : null
}

/** `endedAt` is the end of its subscription, `unpaidFrom` the start of the month that was not paid then; null for none. */
export function toPaidInvoice(
  invoice: Stripe.Invoice,
  charges: Map<string, ChargeSnapshot>,
  { endedAt, unpaidFrom }: { endedAt: Date | null; unpaidFrom: Date | null },
): PaidInvoice {
  const paidAt = dateFromSeconds(invoice.status_transitions.paid_at ?? invoice.created)
  const paymentIntentId = invoice.amount_paid > 0 ? paymentIntentOf(invoice) : null
  const charge = paymentIntentId ? charges.get(paymentIntentId) : undefined
  const periodEnd = dateFromSeconds(Math.max(...invoice.lines.data.map((line) => line.period.end), 0))
  const periodStart = dateFromSeconds(invoice.lines.data[0]?.period.start ?? invoice.created)
  // A month that was over when the subscription ended was used.
  const isOfUnpaid =
    unpaidFrom !== null && periodStart >= unpaidFrom && endedAt !== null && periodEnd > endedAt
  const isLate = endedAt !== null && (paidAt > endedAt || isOfUnpaid)
  return {
    id: invoice.id ?? '',
    periodStart,
    periodEnd,
    paidAt,
    amountCents: invoice.amount_paid,
    paymentIntentId,
    isFirst: invoice.billing_reason === 'subscription_create',
    isLate: invoice.amount_paid > 0 && isLate,
    paidWith: charge?.paidWith ?? null,
    refundedCents: charge?.refundedCents ?? 0,
    isRefunded: charge?.isRefunded ?? false,
    isDisputeLost: charge?.isDisputeLost ?? false,
    isDisputeOpen: charge?.isDisputeOpen ?? false,
  }
}

/** `intent` is the payment of the invoice as it stands. */
export const toDueInvoice = (invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | null): DueInvoice => ({
  id: invoice.id ?? '',
  amountCents: invoice.amount_remaining,
  isFirst: invoice.billing_reason === 'subscription_create',
  wasTried: invoice.attempt_count > 0,
  needsAction: intent?.status === 'requires_action',
  isUnderway: intent?.status === 'processing' || intent?.status === 'succeeded',
  isBeingVerified: intent?.status === 'processing',
  reason: intent?.last_payment_error?.message ?? null,
})
