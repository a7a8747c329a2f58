import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Services } from '#services.ts'
import { otherCurrencyReason, isInDollars, alertUnbooked } from './unbooked-transactions.ts'
import { ledgerJournals } from './schema.ts'
import { termsAt, creatorShareCents } from './terms.ts'
import { journalFieldsOf, writeJournal } from './write-journal.ts'

/**
 * Which payment to book, what it was for (`sourceId`: the membership or the tip), and who paid. Both are null for money
 * that came in for nobody and goes back.
 */
export type PaymentToBook = {
  paymentIntentId: string
  kind: 'subscription' | 'tip'
  sourceId: string | null
  personId: string | null
}

/**
 * Writes a succeeded payment into the ledger, once for each balance transaction of the provider; repeating it
 * changes nothing. Amounts, fee and time are the provider's. Throws while the provider has no balance transaction
 * for the payment yet, so that the job comes back. What settled in another currency becomes an alert.
 */
export async function bookPayment(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'payments'>,
  { paymentIntentId, ...facts }: PaymentToBook,
): Promise<void> {
  const intent = await services.payments.stripe.paymentIntents.retrieve(paymentIntentId, {
    expand: ['latest_charge.balance_transaction'],
  })
  await writePayment(services, balanceTransactionOf(intent), facts)
}

/** The same with the provider's balance transaction at hand; false where that is in another currency. */
export async function writePayment(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  settled: Stripe.BalanceTransaction,
  { kind, sourceId, personId }: Omit<PaymentToBook, 'paymentIntentId'>,
): Promise<boolean> {
  if (!isInDollars(settled)) return alertUnbooked(services, settled, otherCurrencyReason)
  const occurredAt = new Date(settled.created * 1000)
  await services.db.transaction(async (tx) => {
    const terms = await termsAt(tx, occurredAt)
    const shareBasisPoints = kind === 'tip' ? terms.tipShareBasisPoints : terms.subscriptionShareBasisPoints
    const creatorCents = creatorShareCents(settled.amount, shareBasisPoints)
    await writeJournal(tx, {
      ...journalFieldsOf(settled),
      kind,
      sourceId,
      personId,
      shareBasisPoints,
      moves: {
        provider_balance: settled.net,
        provider_fees: settled.fee,
        creator_payable: -creatorCents,
        platform_revenue: creatorCents - settled.amount,
      },
    })
  })
  return true
}

/** True when a balance transaction of the provider is in the ledger. */
export async function isBooked({ db }: Pick<Services, 'db'>, providerTxn: string): Promise<boolean> {
  const found = await db
    .select({ id: ledgerJournals.id })
    .from(ledgerJournals)
    .where(eq(ledgerJournals.providerTxn, providerTxn))
    .limit(1)
  return found.length > 0
}

function balanceTransactionOf(intent: Stripe.PaymentIntent): Stripe.BalanceTransaction {
  if (intent.status !== 'succeeded')
    throw new Error(`payment ${intent.id} is ${intent.status}: only a succeeded payment can be booked`)
  const charge = intent.latest_charge
  if (charge === null || typeof charge === 'string')
    throw new Error(`payment ${intent.id} came without its charge`)
  const settled = charge.balance_transaction
  if (settled === null || typeof settled === 'string')
    throw new Error(`payment ${intent.id} has no balance transaction yet`)
  return settled
}
