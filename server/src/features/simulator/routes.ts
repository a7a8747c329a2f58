import { api } from '@touchline/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#errors.ts'
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

const nothingHere = () => {
  throw notFound('Page')
}

/** The page on which admins move the clock; with real keys there is nothing here. */
export function simulatorRoutes(
  app: FastifyInstance,
  route: Route,
  services: Services & { clock: MovingClock },
): void {
  const { db, clock, payments } = services
  const { sandbox } = payments
  if (!sandbox) {
    route(api.simulator.show, nothingHere)
    route(api.simulator.choices, nothingHere)
    route(api.simulator.advance, nothingHere)
    route(api.simulator.causeFailure, nothingHere)
    return
  }
  const webhooks = { areStopped: false }
  const stage: SimulatorContext = { ...services, sandbox, areWebhooksStopped: () => webhooks.areStopped }
  const rehearsal = openSimulator(stage)
  const figures = statsReader(db)
  app.addHook('onClose', () => rehearsal.stop())

  route(api.simulator.show, async () => {
    const now = clock.now()
    const run = await lastRun(db)
    const { counted, members, books } = await figures(run, now)
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
    const run = await rehearsal.advance(body.by)
    return { run: toRun(run, run.countedBefore) }
  })
  route(api.simulator.causeFailure, async ({ body }) => ({
    message: await causeFailure({ db, payments, sandbox, webhooks }, body),
  }))
}
