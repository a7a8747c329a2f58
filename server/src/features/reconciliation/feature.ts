import type { Feature } from '#features/feature.ts'
import { postTransaction } from './post-transaction.ts'
import { reconcileDaily, reconcileHourly } from './reconcile.ts'
import { registerMoneyHandlers } from './webhook-handlers.ts'
import { routes } from './routes.ts'

export const reconciliation: Feature = {
  routes,
  jobs(services) {
    const { jobs } = services
    registerMoneyHandlers(services)
    // It takes the id of any balance transaction.
    jobs.work(
      'post-transaction',
      async ({ txnId }) => void (await postTransaction(services, String(txnId))),
      {
        keyOf: ({ txnId }) => String(txnId),
      },
    )
    jobs.every('40 * * * *', 'reconcile-hourly', () => reconcileHourly(services))
    jobs.every('20 3 * * *', 'reconcile-daily', () => reconcileDaily(services))
  },
}
