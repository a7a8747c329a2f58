import { api } from '@touchline/contract/api.ts'
import { notFound } from '#errors.ts'
import type { Site } from '#features/feature.ts'
import type { Route } from '#http/routes.ts'
import { latestEmails } from '#mail/email-log.ts'
import type { MovingClock } from '#time/clock.ts'
import type { Services } from '#services.ts'
import { statsReader } from './stats.ts'
import type { SimulatorContext } from './advance-clock.ts'
import { causeFailure } from './cause-failures.ts'
import { chargeableMembers, recentPayments } from './queries.ts'
import { openSimulator } from './run-simulation.ts'
import { lastRun, toRun } from './runs.ts'

const emailsShown = 12

const notFoundHere = () => {
  throw notFound('Page')
}

/** Binds the page on which admins move the clock. With live keys every route returns 404. */
export function routes(
  route: Route,
  services: Services & { clock: MovingClock },
  { app }: Pick<Site, 'app'>,
): void {
  const { db, clock, payments } = services
  const { sandbox } = payments
  if (!sandbox) {
    route(api.simulator.show, notFoundHere)
    route(api.simulator.choices, notFoundHere)
    route(api.simulator.advance, notFoundHere)
    route(api.simulator.causeFailure, notFoundHere)
    return
  }
  const webhooks = { areStopped: false }
  const context: SimulatorContext = { ...services, sandbox, areWebhooksStopped: () => webhooks.areStopped }
  const simulator = openSimulator(context)
  const readStats = statsReader(db)
  app.addHook('onClose', () => simulator.stop())

  route(api.simulator.show, async () => {
    const now = clock.now()
    const run = await lastRun(db)
    const { counted, members, books } = await readStats(run, now)
    const letters = await latestEmails(db, emailsShown)
    return {
      now: now.toISOString(),
      aheadMs: clock.aheadMs(),
      run: run && toRun(run, counted),
      areWebhooksStopped: webhooks.areStopped,
      members,
      letters: letters.map(({ to, subject, writtenAt }) => ({
        to,
        subject,
        writtenAt: writtenAt.toISOString(),
      })),
      books,
    }
  })
  route(api.simulator.choices, async () => ({
    members: await chargeableMembers(db),
    payments: await recentPayments(db),
  }))
  route(api.simulator.advance, async ({ body }) => {
    const run = await simulator.advance(body.by)
    return { run: toRun(run, run.countedBefore) }
  })
  route(api.simulator.causeFailure, async ({ body }) => ({
    message: await causeFailure({ db, payments, sandbox, webhooks }, body),
  }))
}
