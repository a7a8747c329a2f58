import { and, eq, inArray } from 'drizzle-orm'
import type Stripe from 'stripe'
import { validate as isUuid } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { enqueueCustomerSync } from '#features/subscriptions/sync/enqueue-customer-sync.ts'
import { idOf } from '#payments/id-of.ts'
import type { Services } from '#services.ts'
import { alertUnbooked } from '#features/ledger/unbooked-transactions.ts'
import { recordDispute } from './record-dispute.ts'
import { type BookedPayment, lockPayment, movesOf, reversedSoFar } from '#features/ledger/payment-journal.ts'
import { bookedPayment } from './post-charge.ts'
import {
  type JournalKind,
  type LedgerJournal,
  ledgerJournals,
  ledgerRefunds,
} from '#features/ledger/schema.ts'
import { mirrorMoves, reversalMoves } from '#features/ledger/reversal.ts'
import { journalFieldsOf, writeJournal } from '#features/ledger/write-journal.ts'
import { alertRefundFailed } from '#features/ledger/failed-refunds.ts'

type Settled = Stripe.BalanceTransaction
type Kind = Extract<JournalKind, 'refund' | 'refund_failed' | 'dispute' | 'dispute_reversed'>

const noPaymentReason = 'belongs to no payment of this site'

/** Books a refund. Returns false when the payment is not of this site. */
export async function postRefund(services: Services, settled: Settled, refund: Stripe.Refund) {
  const payment = await paymentOf(services, refund.charge)
  if (!payment) return alertUnbooked(services, settled, noPaymentReason)
  await bookReversal(services, settled, 'refund', payment, (tx, journalId) =>
    linkRefund(tx, refund, { payment, journalId }),
  )
  return true
}

/** Books a failed refund: the opposite of the refund. */
export async function postRefundFailure(services: Services, settled: Settled, refund: Stripe.Refund) {
  const payment = await paymentOf(services, refund.charge)
  if (!payment) return alertUnbooked(services, settled, noPaymentReason)
  const sent = await journalOf(services, payment, 'refund', [idOf(refund.balance_transaction)])
  if (!sent) throw new Error(`refund ${refund.id} is not in the books yet`)
  await bookRestoration(services, settled, 'refund_failed', { payment, reversal: sent }, (tx) =>
    alertRefundFailed(tx, services, refund, payment.personId, 'the money came back to us'),
  )
  return true
}

/** Books a dispute with its fee. */
export async function postDispute(services: Services, settled: Settled, disputeId: string) {
  const dispute = await recordDispute(services, disputeId)
  const payment = await paymentOf(services, dispute.charge)
  if (!payment) return alertUnbooked(services, settled, noPaymentReason)
  await bookReversal(services, settled, 'dispute', payment)
  return true
}

export async function postDisputeReversal(services: Services, settled: Settled, disputeId: string) {
  const dispute = await recordDispute(services, disputeId)
  const payment = await paymentOf(services, dispute.charge)
  if (!payment) return alertUnbooked(services, settled, noPaymentReason)
  const movements = dispute.balance_transactions.map(({ id }) => id)
  const reversal = await journalOf(services, payment, 'dispute', movements)
  if (!reversal) throw new Error(`dispute ${disputeId} is not in the books yet`)
  await bookRestoration(services, settled, 'dispute_reversed', { payment, reversal })
  return true
}

async function paymentOf(services: Services, charge: string | { id: string } | null) {
  const chargeId = idOf(charge)
  return chargeId ? bookedPayment(services, chargeId) : null
}

async function journalOf(
  { db }: Services,
  payment: BookedPayment,
  kind: Kind,
  movements: (string | null)[],
): Promise<LedgerJournal | null> {
  const ids = movements.filter((id) => id !== null)
  if (ids.length === 0) return null
  const [found] = await db
    .select()
    .from(ledgerJournals)
    .where(
      and(
        eq(ledgerJournals.paymentJournalId, payment.id),
        eq(ledgerJournals.kind, kind),
        inArray(ledgerJournals.providerTxn, ids),
      ),
    )
    .limit(1)
  return found ?? null
}

const paymentFields = ({ id, sourceId, personId }: BookedPayment) => ({
  sourceId,
  personId,
  paymentJournalId: id,
})

/** Links the journal to the refund requested here, which then no longer counts as pending. */
const linkRefund = async (
  tx: Transaction,
  { metadata }: Stripe.Refund,
  { payment, journalId }: { payment: BookedPayment; journalId: string },
) => {
  const refundId = metadata?.['refund_id']
  if (!isUuid(refundId)) return
  await tx
    .update(ledgerRefunds)
    .set({ journalId })
    .where(and(eq(ledgerRefunds.id, String(refundId)), eq(ledgerRefunds.paymentJournalId, payment.id)))
}

async function bookReversal(
  services: Services,
  settled: Settled,
  kind: Kind,
  payment: BookedPayment,
  whenNew?: (tx: Transaction, journalId: string) => Promise<void>,
) {
  await services.db.transaction(async (tx) => {
    await lockPayment(tx, payment.id)
    const moves = reversalMoves(payment, await reversedSoFar(tx, payment.id), settled)
    const journalId = await writeJournal(tx, {
      ...journalFieldsOf(settled),
      ...paymentFields(payment),
      kind,
      moves,
    })
    if (journalId) await whenNew?.(tx, journalId)
    if (payment.kind === 'subscription') await enqueueCustomerSync(tx, services, payment.personId)
  })
}

/** Restores a reversal to the cent. When the provider returns a different amount, the payment's share decides. */
async function bookRestoration(
  services: Services,
  settled: Settled,
  kind: Kind,
  { payment, reversal }: { payment: BookedPayment; reversal: LedgerJournal },
  whenNew?: (tx: Transaction) => Promise<void>,
) {
  await services.db.transaction(async (tx) => {
    await lockPayment(tx, payment.id)
    const before = await movesOf(tx, reversal.id)
    const reversedCents = (before.creator_payable ?? 0) + (before.platform_revenue ?? 0)
    const moves =
      reversedCents === settled.amount
        ? mirrorMoves(before, settled)
        : reversalMoves(payment, await reversedSoFar(tx, payment.id), settled)
    const journalId = await writeJournal(tx, {
      ...journalFieldsOf(settled),
      ...paymentFields(payment),
      kind,
      moves,
    })
    if (journalId) await whenNew?.(tx)
    if (payment.kind === 'subscription') await enqueueCustomerSync(tx, services, payment.personId)
  })
}
