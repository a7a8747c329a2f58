import { sql } from 'drizzle-orm'
import { nothing, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { bookPayment, type PaymentToBook } from './book-payment.ts'
import { sendOpenRefunds } from './send-refund.ts'
import { routes } from './routes.ts'

const ofTheBooks = 'the books: amounts, times and ids, as the law requires'

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
  erase: [
    {
      table: 'ledger_refunds',
      fate: 'emptied',
      holds: 'refunds, and the reason staff gave',
      whose: ({ personId }) =>
        sql`payment_journal_id in (select id from ledger_journals where person_id = ${personId})`,
      columns: { reason: nothing, last_error: nothing },
      keeps: ['press_key', 'state', 'refund_id'],
      why: ofTheBooks,
    },
    ...untouched(ofTheBooks, 'ledger_journals', 'ledger_lines', 'ledger_disputes', 'ledger_terms'),
  ],
}
