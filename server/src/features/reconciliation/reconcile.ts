import { compareSubscriptions } from '#features/subscriptions/sync/compare-subscriptions.ts'
import { repairSandboxEndpoint } from '#payments/repair-endpoint.ts'
import { raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { checkBooks } from './check-books.ts'
import { findMissedDisputes, rereadOpenDisputes } from './record-dispute.ts'
import { reconcileTransactions } from './reconcile-transactions.ts'
import { rereadSentRefunds } from './reread-sent-refunds.ts'
import { replayEvents } from './replay-events.ts'

type Step = (services: Services) => Promise<unknown>

/** Every hour: what the provider could not tell is asked for, and the way events come is looked after. */
export const reconcileHourly = (services: Services) =>
  inOrder(services, [repairSandboxEndpoint, replayEvents, findMissedDisputes])

/** Every day: subscriptions, disputes, refunds and movements at the provider against ours, and then the sums of it all. */
export const reconcileDaily = (services: Services) =>
  inOrder(services, [
    compareSubscriptions,
    rereadOpenDisputes,
    rereadSentRefunds,
    reconcileTransactions,
    checkBooks,
  ])

/** One step that fails does not stop the others. */
async function inOrder(services: Services, steps: Step[]): Promise<void> {
  for (const step of steps) {
    const about = { kind: 'reconciliation', subject: step.name }
    try {
      await step(services)
      await resolveAlert(services.db, services, { ...about, resolution: 'It was done the next time.' })
    } catch (error) {
      services.log.error({ err: error, step: step.name }, 'something could not be reconciled')
      const why = error instanceof Error ? error.message : 'no reason given'
      const message = `A step of the reconciliation (${step.name}) could not be done; it is tried again when its time comes: ${why}`
      await raiseAlert(services.db, services, { ...about, message: message.slice(0, 1000) })
    }
  }
}
