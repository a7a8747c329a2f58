import type { Stripe } from 'stripe'
import { idOf } from '#payments/id-of.ts'
import type { ChargeSnapshot, PaymentMethod } from './charge-snapshot.ts'

/** A paid invoice; `paymentIntentId` is null if nothing had to be paid. */
export type PaidInvoice = {
  id: string
  periodStart: Date
  periodEnd: Date
  paidAt: Date
  amountCents: number
  discountCents: number
  paymentIntentId: string | null
  isFirst: boolean
  /** Paid after the subscription ended, or while it was being ended unpaid: it buys nothing and is refunded. */
  isLate: boolean
  paidWith: PaymentMethod | null
  refundedCents: number
  isRefunded: boolean
  isDisputeLost: boolean
  isDisputeOpen: boolean
}

export type DueInvoice = {
  id: string
  amountCents: number
  isFirst: boolean
  /** Stripe tried to collect it and failed. */
  wasTried: boolean
  /** The bank asks the member to confirm the payment. */
  needsAction: boolean
  /** Money may be on its way. */
  isUnderway: boolean
  /** The bank or wallet is verifying the payment, which may take hours. */
  isBeingVerified: boolean
  /** The bank's reason as text; null if there was nothing to charge. */
  reason: string | null
}

export const dateFromSeconds = (seconds: number) => new Date(seconds * 1000)

/** The payment intent of an invoice that was fetched with its payments. */
export function paymentIntentOf(invoice: Stripe.Invoice): string | null {
  const intent = invoice.payments?.data.find((payment) => payment.is_default)?.payment.payment_intent
  return intent ? idOf(intent) : null
}

/** `unpaidFrom` is the start of the month that was unpaid when the subscription ended, or null. */
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
  // A month that was over when the subscription ended has been used.
  const isOfUnpaid =
    unpaidFrom !== null && periodStart >= unpaidFrom && endedAt !== null && periodEnd > endedAt
  const isLate = endedAt !== null && (paidAt > endedAt || isOfUnpaid)
  return {
    id: invoice.id ?? '',
    periodStart,
    periodEnd,
    paidAt,
    amountCents: invoice.amount_paid,
    discountCents: (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
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
