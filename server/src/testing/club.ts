import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream } from 'pino'
import { declareJobs, mountApp } from '#app.ts'
import { readConfig } from '#config/config.ts'
import { recordTextVersions } from '#features/agreements/text-versions.ts'
import { openMetrics } from '#features/health/open-metrics.ts'
import { applyConfiguredTerms } from '#features/ledger/terms.ts'
import { openHttpServer } from '#http/server.ts'
import { openServices } from '#open-services.ts'
import { prepareDemoCodes } from '#features/subscriptions/checkout/demo-codes.ts'
import { makeProviderReady } from '#payments/set-up.ts'
import type { Services } from '#services.ts'
import { movingClock, type MovingClock } from '#time/clock.ts'
import { clockAtStripe, controlsAtStripe } from './at-stripe.ts'
import { type Caller, newCaller } from './caller.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { openEngines } from './engines.ts'
import { forwardEvents } from './forward-events.ts'
import { addPeople, type People } from './people.ts'
import { stripeForTests } from './stripe-for-tests.ts'

let created: unknown

/** Starts the jobs of a club. Later clubs copy the queues of the first, which takes one statement, not hundreds. */
async function startJobs({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  // A database of its own, unlike a copy of the template, has no tables for jobs yet.
  const { rows: tables } = await db.execute(sql`select to_regclass('jobs.queue') is not null as "hasQueues"`)
  if (created && tables[0]?.['hasQueues'])
    await db.execute(sql`
      insert into jobs.queue
      select * from jsonb_populate_recordset(null::jobs.queue, ${JSON.stringify(created)}::jsonb)
      on conflict do nothing`)
  await jobs.start()
  if (created) return
  const { rows } = await db.execute(sql`select jsonb_agg(to_jsonb(queue)) as queues from jobs.queue`)
  created = rows[0]?.['queues']
}

export type Club = {
  services: Services
  app: FastifyInstance
  url: string
  metricsUrl: string | null
  clock: MovingClock
  people: People
  visitor(): Caller
  close(): Promise<void>
}

/** Replaces standard output, or the separate database. */
type Instead = { logTo?: DestinationStream; database?: TestDatabase }

/**
 * A whole club for one test file: its own database, the sandbox in memory, the real app on a free port, and one person
 * of every kind. Nothing happens by the clock alone. With real keys (test:stripe) events are forwarded.
 */
export async function openClub(env: Record<string, string> = {}, instead: Instead = {}): Promise<Club> {
  const club = await openEmptyClub(env, instead)
  return { ...club, people: await addPeople(club.services) }
}

/** Like `openClub`, without people. */
export async function openEmptyClub(
  env: Record<string, string> = {},
  { logTo, database: given }: Instead = {},
): Promise<Omit<Club, 'people'>> {
  const database = given ?? (await createTestDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'touchline-club-'))
  const engines = await openEngines(folder, env)
  const config = readConfig({
    DATA_DIR: folder,
    SANDBOX_CONTROL: 'on',
    PORT: '0',
    SEED_DEMO: 'off',
    LOG_LEVEL: 'silent',
    ...stripeForTests(),
    ...engines.env,
    ...env,
  })
  const isAtStripe = config.payments.stripe !== null
  const address = { url: 'http://localhost' }
  const clock = movingClock()
  const app = await openHttpServer(config, address, logTo)
  const { services, close } = await openServices({
    config,
    clock,
    database: database.address,
    address,
    log: app.log,
    sandboxFile: ':memory:',
    hasSchedules: false,
    isSettingUp: true,
    webhookDelayMs: 100,
  })
  await applyConfiguredTerms(services)
  await recordTextVersions(services)
  declareJobs(services)
  await mountApp(app, { ...services, clock }, null)
  const metrics = await openMetrics(app, services)
  await startJobs(services)
  await services.live.start()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const bound = app.server.address()
  if (bound && typeof bound === 'object') address.url = `http://127.0.0.1:${bound.port}`
  await makeProviderReady(services, prepareDemoCodes)
  services.payments.sandbox?.control.webhooks.shuffle(true)
  const events = isAtStripe ? await forwardEvents(services) : null
  if (events) services.payments.sandbox = controlsAtStripe(events)
  return {
    services,
    app,
    url: address.url,
    metricsUrl: metrics?.url ?? null,
    clock: isAtStripe ? clockAtStripe(clock) : clock,
    visitor: () => newCaller(() => address.url),
    async close() {
      await events?.stop()
      const closing = app.close()
      // Otherwise closing would wait for spare connections that never carried a request.
      app.server.closeAllConnections()
      await closing
      await metrics?.close()
      await close()
      await engines.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
