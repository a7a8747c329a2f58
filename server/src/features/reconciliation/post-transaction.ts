import type Stripe from 'stripe'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { isBooked } from '#features/ledger/book-payment.ts'
import { otherCurrencyReason, isInDollars, alertUnbooked } from '#features/ledger/unbooked-transactions.ts'
import { postCharge } from './post-charge.ts'
import { postDispute, postDisputeReversal, postRefund, postRefundFailure } from './post-reversal.ts'
import { postTransfer } from './post-transfer.ts'
import type { JournalKind } from '#features/ledger/schema.ts'
import type { Moves } from '#features/ledger/reversal.ts'
import { journalFieldsOf, writeJournal } from '#features/ledger/write-journal.ts'

type Settled = Stripe.BalanceTransaction

const bankCategories = new Set(['payout', 'payout_reversal', 'topup', 'topup_reversal'])

/** Outcome: booked now, booked before, or left for an admin. */
export type Posted = 'written' | 'known' | 'left'

/**
 * Books any transaction once. Throws while it depends on something unfinished, so that the job retries.
 * An unknown transaction books nothing and raises an alert.
 */
export async function postTransaction(services: Services, txnId: string): Promise<Posted> {
  if (await isBooked(services, txnId)) return 'known'
  const { stripe } = services.payments
  const settled = await withRefusals(stripe.balanceTransactions.retrieve(txnId, { expand: ['source'] }))
  // Without a movement the journal would have no lines.
  if (settled.amount === 0 && settled.fee === 0) return 'known'
  return (await post(services, settled)) ? 'written' : 'left'
}

async function post(services: Services, settled: Settled): Promise<boolean> {
  if (!isInDollars(settled)) return alertUnbooked(services, settled, otherCurrencyReason)
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
  // Money to the bank; negative amounts come from the bank.
  if (bankCategories.has(category))
    return write(services, settled, 'provider_payout', {
      bank: -amount,
      provider_fees: fee,
      provider_balance: net,
    })
  if (category === 'transfer' || category === 'transfer_reversal') return postTransfer(services, settled)
  return alertUnbooked(services, settled, `is of a kind the books do not know: ${category}`)
}

async function write({ db }: Services, settled: Settled, kind: JournalKind, moves: Moves): Promise<boolean> {
  await db.transaction((tx) => writeJournal(tx, { ...journalFieldsOf(settled), kind, moves }))
  return true
}
