import type { Feature } from '#features/feature.ts'
import { bookPayment, type PaymentToBook } from './book-payment.ts'
import { sendOpenRefunds } from './send-refund.ts'
import { routes } from './routes.ts'

export const ledger: Feature = {
  routes,
  jobs(services) {
    const { jobs } = services
    jobs.work(
      'book-payment',
      // Only PaymentToBook values are enqueued.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      (data) => bookPayment(services, data as PaymentToBook),
      { keyOf: ({ paymentIntentId }) => String(paymentIntentId) },
    )
    jobs.every('* * * * *', 'send-open-refunds', () => sendOpenRefunds(services))
  },
}
