import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { payouts } from '#features/payouts/schema.ts'
import { answerOf } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { isBooked } from './book-payment.ts'
import { leaveUnbooked } from './leave-unbooked.ts'
import { postCharge } from './post-charge.ts'
import { postDispute, postDisputeReversal, postRefund, postRefundFailure } from './post-take-back.ts'
import type { JournalKind } from './schema.ts'
import type { Moves } from './take-back.ts'
import { factsOf, writeJournal } from './write-journal.ts'

type Settled = Stripe.BalanceTransaction

/** What became of a balance transaction: written now, in the books before, or left for somebody to look at. */
export type Posted = 'written' | 'known' | 'left'

/**
 * Writes whatever a balance transaction of the provider moved into the ledger, once. Throws while something it belongs
 * to is not there yet (a signup being completed, a payout on its way), so that the job comes back. What is not known
 * moves nothing: it becomes an alert.
 */
export async function postTransaction(services: Services, txnId: string): Promise<Posted> {
  if (await isBooked(services, txnId)) return 'known'
  const { stripe } = services.payments
  const settled = await answerOf(stripe.balanceTransactions.retrieve(txnId, { expand: ['source'] }))
  // Nothing moved, and a journal of nothing has no lines.
  if (settled.amount === 0 && settled.fee === 0) return 'known'
  return (await post(services, settled)) ? 'written' : 'left'
}

async function post(services: Services, settled: Settled): Promise<boolean> {
  const { amount, fee, net, reporting_category: category, source } = settled
  const about = source && typeof source !== 'string' ? source : null
  if (category === 'charge' && about?.object === 'charge') return postCharge(services, settled, about)
  if (category === 'refund' && about?.object === 'refund') return postRefund(services, settled, about)
  if (category === 'refund_failure' && about?.object === 'refund')
    return postRefundFailure(services, settled, about)
  if (category === 'dispute' && about) return postDispute(services, settled, about.id)
  if (category === 'dispute_reversal' && about) return postDisputeReversal(services, settled, about.id)
  if (category === 'fee')
    return write(services, settled, 'provider_fee', { provider_fees: -net, provider_balance: net })
  if (category === 'payout' || category === 'payout_reversal')
    return write(services, settled, 'provider_payout', {
      bank: -amount,
      provider_fees: fee,
      provider_balance: net,
    })
  if (category === 'transfer' || category === 'transfer_reversal') return leaveToPayout(services, settled)
  return leaveUnbooked(services, settled, `is of a kind the books do not know: ${category}`)
}

async function write({ db }: Services, settled: Settled, kind: JournalKind, moves: Moves): Promise<boolean> {
  await db.transaction((tx) => writeJournal(tx, { ...factsOf(settled), kind, moves }))
  return true
}

/** The journals of a payout are written with the payout itself. */
async function leaveToPayout(services: Services, settled: Settled): Promise<boolean> {
  const { source } = settled
  const about = source && typeof source !== 'string' ? source : null
  const named = about && 'transfer' in about ? about.transfer : about
  const transferId = typeof named === 'string' ? named : (named?.id ?? null)
  const known = transferId
    ? await services.db.select({ id: payouts.id }).from(payouts).where(eq(payouts.transferId, transferId))
    : []
  if (known.length > 0) throw new Error(`transaction ${settled.id} is booked with its payout`)
  return leaveUnbooked(services, settled, 'is a transfer this site did not ask for')
}
