import type { Payment } from '@touchline/contract/ledger.ts'
import type { PaymentRow } from './list-payments.ts'

/** A row of the list of payments as the contract promises it. */
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
    // The provider refunds nothing that a bank took back once, also when the bank gave it back.
    refundableCents: row.wasDisputed ? 0 : leftCents,
    payer: row.email === null ? null : { name: row.name, email: row.email },
  }
}
