import type Stripe from 'stripe'
import { raiseAlertUnlessResolved } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'

/** Ledger, prices and payouts are in US dollars only. */
export const isInDollars = ({ currency }: Pick<Stripe.BalanceTransaction, 'currency'>) => currency === 'usd'

export const otherCurrencyReason =
  'settled in a currency other than US dollars, which the books do not support'

/** Alerts the admins that a transaction was not booked. `why` completes the sentence. Always returns false. */
export async function alertUnbooked(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  { id, net, currency }: Stripe.BalanceTransaction,
  why: string,
): Promise<false> {
  const amount = `${(net / 100).toFixed(2)} ${currency.toUpperCase()}`
  await raiseAlertUnlessResolved(services.db, services, {
    kind: 'unknown-movement',
    subject: id,
    message: `Transaction ${id} at the provider (${amount}) ${why}. It is not in the books.`,
  })
  return false
}
