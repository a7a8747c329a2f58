import type { Services } from '#services.ts'
import { bookPayment, type PaymentToBook } from './book-payment.ts'
import { postTransaction } from '#features/reconciliation/post-transaction.ts'
import { listenToMoney } from '#features/reconciliation/webhook-handlers.ts'
import { reconcileDaily, reconcileHourly } from '#features/reconciliation/reconcile.ts'
import { sendOpenRefunds } from './send-refund.ts'

/**
 * Declares what happens to the books by itself. `book-payment` takes a PaymentToBook, written by whoever saw the payment
 * succeed; `post-transaction` takes the id of any balance transaction.
 */
export function ledgerJobs(services: Services): void {
  const { jobs } = services
  listenToMoney(services)
  jobs.work(
    'book-payment',
    // The queue holds exactly what the features enqueue as PaymentToBook.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    (data) => bookPayment(services, data as PaymentToBook),
    { keyOf: ({ paymentIntentId }) => String(paymentIntentId) },
  )
  jobs.work('post-transaction', async ({ txnId }) => void (await postTransaction(services, String(txnId))), {
    keyOf: ({ txnId }) => String(txnId),
  })
  jobs.every('40 * * * *', 'reconcile-hourly', () => reconcileHourly(services))
  jobs.every('20 3 * * *', 'reconcile-daily', () => reconcileDaily(services))
  jobs.every('* * * * *', 'send-open-refunds', () => sendOpenRefunds(services))
}
