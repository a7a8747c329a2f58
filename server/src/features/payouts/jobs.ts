import type { Services } from '#services.ts'
import { closeDueStatements } from './close-statements.ts'
import { sendPayout, sendWaitingPayouts } from './send-payout.ts'
import { recordTransfer } from './settle-transfer.ts'

/** Registers the jobs that close months and send payouts, and the transfer events. Call before the jobs start. */
export function payoutJobs(services: Services): void {
  const { jobs, payments } = services
  payments.inbox.on(['transfer.created', 'transfer.reversed'], (event) => recordTransfer(services, event))
  jobs.work('send-payout', ({ payoutId }) => sendPayout(services, String(payoutId)), {
    keyOf: ({ payoutId }) => String(payoutId),
  })
  jobs.every('5 * * * *', 'close-statements', async () => void (await closeDueStatements(services)))
  jobs.every('35 6 * * *', 'send-waiting-payouts', () => sendWaitingPayouts(services))
}
