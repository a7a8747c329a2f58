import type { Payment } from '@touchline/contract/ledger.ts'
import type { PaymentRow } from './list-payments.ts'

export function toPayment(row: PaymentRow): Payment {
  const { refundedCents, disputedCents, grossCents, pendingCents } = row
  const state =
    disputedCents > 0
      ? 'disputed'
      : refundedCents >= grossCents
        ? 'refunded'
        : refundedCents > 0
          ? 'partly_refunded'
          : 'paid'
  const leftCents = Math.max(0, grossCents - refundedCents - pendingCents)
  return {
    id: row.id,
    kind: row.kind,
    paidAt: row.occurredAt.toISOString(),
    state,
    grossCents,
    feeCents: row.feeCents,
    creatorCents: row.creatorCents,
    refundedCents,
    pendingCents,
    disputedCents,
    // The provider never refunds a payment that was disputed, even when the dispute was won.
    refundableCents: row.wasDisputed ? 0 : leftCents,
    payer: row.email === null ? null : { name: row.name, email: row.email },
  }
}
