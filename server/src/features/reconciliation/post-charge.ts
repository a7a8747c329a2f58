import type Stripe from 'stripe'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { writePayment } from '#features/ledger/book-payment.ts'
import { alertUnbooked } from '#features/ledger/unbooked-transactions.ts'
import { payerOfCharge } from './find-payer.ts'
import { type BookedPayment, paymentByTransaction } from '#features/ledger/payment-journal.ts'

/** Books a payment. Returns false when it is not a payment of this site. */
export async function postCharge(
  services: Services,
  settled: Stripe.BalanceTransaction,
  charge: Stripe.Charge,
): Promise<boolean> {
  const payer = await payerOfCharge(services, charge)
  if (!payer) return alertUnbooked(services, settled, `is a payment this site did not ask for: ${charge.id}`)
  return writePayment(services, settled, payer)
}

/** Books the payment if needed. Returns null when it is not of this site. Throws while it cannot be booked yet. */
export async function bookedPayment(services: Services, chargeId: string): Promise<BookedPayment | null> {
  const charge = await withRefusals(
    services.payments.stripe.charges.retrieve(chargeId, { expand: ['balance_transaction'] }),
  )
  const settled = charge.balance_transaction
  if (!settled || typeof settled === 'string')
    throw new Error(`charge ${chargeId} has no balance transaction yet`)
  const known = await paymentByTransaction(services.db, settled.id)
  if (known) return known
  return (await postCharge(services, settled, charge)) ? paymentByTransaction(services.db, settled.id) : null
}
