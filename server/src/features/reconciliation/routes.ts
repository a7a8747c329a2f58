import { api } from '@touchline/contract/api.ts'
import { paymentsBefore } from '#features/ledger/list-payments.ts'
import { toPayment } from '#features/ledger/to-payment.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { checkBooks, lastCheck } from './check-books.ts'
import { findTransactionId } from './find-transaction.ts'

export function routes(route: Route, services: Services): void {
  route(api.ledger.books, () => lastCheck(services))

  route(api.ledger.checkBooks, () => checkBooks(services), { limit: limits.askProvider })

  route(api.ledger.payments, async ({ query }) => {
    const search = query.search && ((await findTransactionId(services, query.search)) ?? query.search)
    const { rows, hasMore } = await paymentsBefore(services.db, { ...query, search })
    return { payments: rows.map(toPayment), hasMore }
  })
}
