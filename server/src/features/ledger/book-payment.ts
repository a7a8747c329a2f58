import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Services } from '#services.ts'
import { otherCurrencyReason, isInDollars, alertUnbooked } from './unbooked-transactions.ts'
import { ledgerJournals } from './schema.ts'
import { termsAt, creatorShareCents } from './terms.ts'
import { journalFieldsOf, writeJournal } from './write-journal.ts'

/** `sourceId` is the membership or tip; it and `personId` are null when the payer is unknown and will be refunded. */
export type PaymentToBook = {
  paymentIntentId: string
  kind: 'subscription' | 'tip'
  sourceId: string | null
  personId: string | null
}

/**
 * Books once per balance transaction. Throws while the provider has none yet, so that the job retries.
 * A payment settled in another currency raises an alert instead.
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

/** Books a payment from its balance transaction. Returns false when it settled in another currency. */
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
    throw new Error(`payment ${intent.id} has no expanded charge`)
  const settled = charge.balance_transaction
  if (settled === null || typeof settled === 'string')
    throw new Error(`payment ${intent.id} has no balance transaction yet`)
  return settled
}
