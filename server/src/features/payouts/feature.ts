import { untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { closeDueStatements } from './close-statements.ts'
import { sendPayout, sendWaitingPayouts } from './send-payout.ts'
import { recordTransfer } from './settle-transfer.ts'
import { routes } from './routes.ts'

export const payouts: Feature = {
  routes,
  jobs(services) {
    const { jobs, payments } = services
    payments.inbox.on(['transfer.created', 'transfer.reversed'], (event) => recordTransfer(services, event))
    jobs.work('send-payout', ({ payoutId }) => sendPayout(services, String(payoutId)), {
      keyOf: ({ payoutId }) => String(payoutId),
    })
    jobs.every('5 * * * *', 'close-statements', async () => void (await closeDueStatements(services)))
    jobs.every('35 6 * * *', 'send-waiting-payouts', () => sendWaitingPayouts(services))
  },
  erase: untouched(
    'what the creator is paid',
    'payout_statements',
    'payout_lines',
    'payout_open_lines',
    'payouts',
    'payout_accounts',
  ),
}
