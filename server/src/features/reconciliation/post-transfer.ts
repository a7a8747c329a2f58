import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { validate as isUuid } from 'uuid'
import { payouts } from '#features/payouts/schema.ts'
import { settleTransfer } from '#features/payouts/settle-transfer.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { isBooked } from '#features/ledger/book-payment.ts'
import { alertUnbooked } from '#features/ledger/unbooked-transactions.ts'

/** Settles a payout that does not know its outcome yet. A transfer without a payout raises an alert. */
export async function postTransfer(services: Services, settled: Stripe.BalanceTransaction): Promise<boolean> {
  const transfer = await transferOf(services, settled)
  const payoutId = transfer && (await payoutOf(services, transfer))
  if (!payoutId) return alertUnbooked(services, settled, 'is a transfer this site did not ask for')
  await settleTransfer(services, payoutId, transfer)
  if (await isBooked(services, settled.id)) return true
  return alertUnbooked(services, settled, 'is a transfer of a payout that was taken back')
}

async function transferOf(
  { payments: { stripe } }: Services,
  { source }: Stripe.BalanceTransaction,
): Promise<Stripe.Transfer | null> {
  const about = source && typeof source !== 'string' ? source : null
  if (about?.object === 'transfer') return about
  if (about?.object !== 'transfer_reversal') return null
  const { transfer } = about
  return typeof transfer === 'string' ? withRefusals(stripe.transfers.retrieve(transfer)) : transfer
}

/** The payout of a transfer: the transfer group is the payout's id. */
async function payoutOf(
  { db }: Services,
  { transfer_group: group }: Stripe.Transfer,
): Promise<string | null> {
  if (!isUuid(group)) return null
  const [found] = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(eq(payouts.id, String(group)))
  return found?.id ?? null
}
