import type { Services } from '#services.ts'
import { bookPayment, type PaymentToBook } from './book-payment.ts'
import { sendOpenRefunds } from './send-refund.ts'

/** Declares the ledger jobs. `book-payment` takes a PaymentToBook, enqueued when a payment succeeds. */
export function ledgerJobs(services: Services): void {
  const { jobs } = services
  jobs.work(
    'book-payment',
    // Only PaymentToBook values are enqueued.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    (data) => bookPayment(services, data as PaymentToBook),
    { keyOf: ({ paymentIntentId }) => String(paymentIntentId) },
  )
  jobs.every('* * * * *', 'send-open-refunds', () => sendOpenRefunds(services))
}
