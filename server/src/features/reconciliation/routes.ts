import { api } from '@touchline/contract/api.ts'
import { paymentsBefore } from '#features/ledger/list-payments.ts'
import { toPayment } from '#features/ledger/to-payment.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { checkBooks, lastCheck } from './check-books.ts'
import { idOf } from '#payments/id-of.ts'
import { withRefusals, isMissingAtProvider } from '#payments/provider-errors.ts'

const isPayment = (name: string) => /^(ch|py|pi)_\w+$/.test(name)

/** Returns null for other text and for an unknown or unsettled payment. Throws while the provider does not respond. */
async function findTransactionId({ payments }: Pick<Services, 'payments'>, name: string) {
  if (!isPayment(name)) return null
  const { charges, paymentIntents } = payments.stripe
  try {
    const charge = name.startsWith('pi_')
      ? (await withRefusals(paymentIntents.retrieve(name, { expand: ['latest_charge'] }))).latest_charge
      : await withRefusals(charges.retrieve(name))
    const settled = charge && typeof charge !== 'string' ? charge.balance_transaction : null
    return idOf(settled)
  } catch (error) {
    if (isMissingAtProvider(error)) return null
    throw error
  }
}

export function routes(route: Route, services: Services): void {
  route(api.ledger.books, () => lastCheck(services))

  route(api.ledger.checkBooks, () => checkBooks(services), { limit: limits.askProvider })

  route(api.ledger.payments, async ({ query }) => {
    const search = query.search && ((await findTransactionId(services, query.search)) ?? query.search)
    const { rows, hasMore } = await paymentsBefore(services.db, { ...query, search })
    return { payments: rows.map(toPayment), hasMore }
  })
}
