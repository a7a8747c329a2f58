import type Stripe from 'stripe'
import { raiseAlertUnlessResolved } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'

/** The books, prices and payouts are in US dollars: a movement in anything else is left for somebody to look at. */
export const isInDollars = ({ currency }: Pick<Stripe.BalanceTransaction, 'currency'>) => currency === 'usd'

export const otherCurrencyReason =
  'settled in another currency than US dollars, which are all that the books are kept in'

/** Says for the admins which movement is not in the books, and why (the rest of a sentence). Always false. */
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
