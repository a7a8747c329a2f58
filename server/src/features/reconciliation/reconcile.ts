import { compareSubscriptions } from '#features/subscriptions/sync/compare-subscriptions.ts'
import { repairSandboxEndpoint } from '#payments/repair-endpoint.ts'
import { raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { checkBooks } from './check-books.ts'
import { findMissedDisputes, rereadOpenDisputes } from './record-dispute.ts'
import { reconcileTransactions } from './reconcile-transactions.ts'
import { rereadSentRefunds } from './reread-sent-refunds.ts'
import { withRefusals } from '#payments/provider-errors.ts'

const sinceSeconds = 3 * 24 * 60 * 60

const batchSize = 100

/** Returns the number of new events; known ones are not received twice. */
async function replayEvents({ clock, payments }: Pick<Services, 'clock' | 'payments'>): Promise<number> {
  const { stripe, inbox } = payments
  const since = Math.floor(clock.now().getTime() / 1000) - sinceSeconds
  let received = 0
  let after: string | undefined
  do {
    const page = await withRefusals(
      stripe.events.list({
        delivery_success: false,
        created: { gte: since },
        limit: batchSize,
        ...(after ? { starting_after: after } : {}),
      }),
    )
    for (const event of page.data) if (await inbox.take(event)) received += 1
    after = page.has_more ? page.data.at(-1)?.id : undefined
  } while (after)
  return received
}

type Step = (services: Services) => Promise<unknown>

/** Hourly: repairs the webhook endpoint, replays missed events and finds missed disputes. */
export const reconcileHourly = (services: Services) =>
  inOrder(services, [repairSandboxEndpoint, replayEvents, findMissedDisputes])

/** Daily: compares subscriptions, disputes, refunds and transactions with the provider, then checks the books. */
export const reconcileDaily = (services: Services) =>
  inOrder(services, [
    compareSubscriptions,
    rereadOpenDisputes,
    rereadSentRefunds,
    reconcileTransactions,
    checkBooks,
  ])

/** Runs the steps in order. A failing step does not stop the others. */
async function inOrder(services: Services, steps: Step[]): Promise<void> {
  for (const step of steps) {
    const about = { kind: 'reconciliation', subject: step.name }
    try {
      await step(services)
      await resolveAlert(services.db, services, {
        ...about,
        resolution: 'The step succeeded on the next run.',
      })
    } catch (error) {
      services.log.error({ err: error, step: step.name }, 'reconciliation step failed')
      const why = error instanceof Error ? error.message : 'no reason given'
      const message = `A step of the reconciliation (${step.name}) could not be done; it is tried again when its time comes: ${why}`
      await raiseAlert(services.db, services, { ...about, message: message.slice(0, 1000) })
    }
  }
}
