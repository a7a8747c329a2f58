import type Stripe from 'stripe'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { recordWebhook } from '#webhooks/record-webhook.ts'
import { type JournalKind, type LedgerAccount, ledgerJournals, ledgerLines } from './schema.ts'

/** A journal to write, with its lines by account in cents (debits positive, credits negative). */
export type NewJournal = {
  kind: JournalKind
  /** The provider's balance transaction; null for a payout's own journals, which `sourceId` names. */
  providerTxn: string | null
  sourceId?: string | null
  personId?: string | null
  paymentJournalId?: string | null
  shareBasisPoints?: number | null
  occurredAt: Date
  availableAt?: Date | null
  currency: string
  moves: Partial<Record<LedgerAccount, number>>
}

/** Returns null when the journal exists already. The database refuses lines that do not sum to zero. */
export async function writeJournal(tx: Transaction, { moves, ...facts }: NewJournal): Promise<string | null> {
  const [journal] = await tx
    .insert(ledgerJournals)
    .values({ id: uuid(), ...facts })
    .onConflictDoNothing()
    .returning({ id: ledgerJournals.id })
  if (!journal) return null
  const lines = Object.entries(moves).flatMap(([account, amountCents]) =>
    // The keys of `moves` are accounts.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    amountCents === 0 ? [] : [{ journalId: journal.id, account: account as LedgerAccount, amountCents }],
  )
  await tx.insert(ledgerLines).values(lines)
  await recordPayment(tx, journal.id, { moves, ...facts })
  return journal.id
}

/** Records a payment or a refund for the webhooks. */
async function recordPayment(tx: Transaction, journalId: string, journal: NewJournal): Promise<void> {
  const { kind, personId = null, paymentJournalId, moves, currency, occurredAt } = journal
  const isRefund = kind === 'refund'
  if (!isRefund && kind !== 'subscription' && kind !== 'tip') return
  const cents = (moves.provider_balance ?? 0) + (moves.provider_fees ?? 0)
  await recordWebhook(tx, isRefund ? 'payment.refunded' : 'payment.received', {
    personId,
    data: isRefund
      ? { paymentId: paymentJournalId ?? null, refundId: journalId, amountCents: -cents, currency }
      : { paymentId: journalId, kind, amountCents: cents, currency },
    happenedAt: occurredAt,
  })
}

export const journalFieldsOf = (settled: Stripe.BalanceTransaction) => ({
  providerTxn: settled.id,
  occurredAt: new Date(settled.created * 1000),
  availableAt: new Date(settled.available_on * 1000),
  currency: settled.currency,
})
