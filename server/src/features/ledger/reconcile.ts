import { compareSubscriptions } from '#features/subscriptions/compare-subscriptions.ts'
import { mendSandboxEndpoint } from '#payments/mend-endpoint.ts'
import type { Services } from '#services.ts'
import { checkBooks } from './check-books.ts'
import { rereadOpenDisputes } from './note-dispute.ts'
import { reconcileTransactions } from './reconcile-transactions.ts'
import { replayEvents } from './replay-events.ts'

type Step = (services: Services) => Promise<unknown>

/** Every hour: what the provider could not tell is asked for, and the way events come is looked after. */
export const reconcileHourly = (services: Services) => inOrder(services, [mendSandboxEndpoint, replayEvents])

/** Every day: subscriptions, disputes and movements at the provider against ours, and then the sums of it all. */
export const reconcileDaily = (services: Services) =>
  inOrder(services, [compareSubscriptions, rereadOpenDisputes, reconcileTransactions, checkBooks])

/** One step that fails does not stop the others. */
async function inOrder(services: Services, steps: Step[]): Promise<void> {
  for (const step of steps) {
    try {
      await step(services)
    } catch (error) {
      services.log.error(
        { err: error, alert: 'reconcile', step: step.name },
        'something could not be reconciled; it will be tried again',
      )
    }
  }
}
