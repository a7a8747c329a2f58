import type { Services } from '#services.ts'
import { postTransaction } from './post-transaction.ts'
import { reconcileDaily, reconcileHourly } from './reconcile.ts'
import { registerMoneyHandlers } from './webhook-handlers.ts'

/**
 * Registers the webhook handlers and jobs of reconciliation. `post-transaction` takes the id of any balance
 * transaction.
 */
export function reconciliationJobs(services: Services): void {
  const { jobs } = services
  registerMoneyHandlers(services)
  jobs.work('post-transaction', async ({ txnId }) => void (await postTransaction(services, String(txnId))), {
    keyOf: ({ txnId }) => String(txnId),
  })
  jobs.every('40 * * * *', 'reconcile-hourly', () => reconcileHourly(services))
  jobs.every('20 3 * * *', 'reconcile-daily', () => reconcileDaily(services))
}
