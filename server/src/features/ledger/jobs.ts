import type { Services } from '#services.ts'
import { bookPayment, type PaymentToBook } from './book-payment.ts'

/** Declares the queue `book-payment`; its data is a PaymentToBook, written by whoever saw the payment succeed. */
export function ledgerJobs(services: Pick<Services, 'db' | 'jobs' | 'payments'>): void {
  services.jobs.work(
    'book-payment',
    // The queue holds exactly what the features enqueue as PaymentToBook.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    (data) => bookPayment(services, data as PaymentToBook),
    { keyOf: ({ paymentIntentId }) => String(paymentIntentId) },
  )
}
