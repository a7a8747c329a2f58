import { checkNames } from '@touchline/contract/health.ts'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type LastBackup, lastBackup } from '#backups/last-backup.ts'
import { queueFigures } from '#jobs/queue-figures.ts'
import type { Services } from '#services.ts'
import { checkHealth } from './checks.ts'
import { diskSpace, fetchBacklog } from './measurements.ts'
import { and, count as countRows, isNotNull, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { media } from '#features/media/schema.ts'

/** Counts the videos and recordings that wait for processing or are being processed. */
async function countPendingMedia(db: Queryable): Promise<number> {
  const [found] = await db
    .select({ count: countRows() })
    .from(media)
    .where(and(isNotNull(media.work), isNull(media.problem)))
  return found?.count ?? 0
}

const statusClass = (status: number) => `${Math.floor(status / 100)}xx`

/** Labels are never personal data. Database metrics are missing while the database is unavailable. */
export function collectMetrics(app: FastifyInstance, services: Services): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  countRequests(app, registers)
  countProviderCalls(services, registers)
  const { live, db } = services
  const pools = [db.$client, db.shortReads.$client, db.shortWrites.$client]
  const ofPools = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
    pools.reduce((sum, pool) => sum + pool[count], 0)
  gauge(registers, 'touchline_guests', 'Open sockets and streams of media.', () => live.connectionCount())
  gauge(registers, 'touchline_sockets', 'Open sockets.', () => app.websocketServer.clients.size)
  gauge(registers, 'touchline_pool_connections', 'Open connections to the database.', () =>
    ofPools('totalCount'),
  )
  gauge(registers, 'touchline_pool_idle', 'Idle connections to the database.', () => ofPools('idleCount'))
  gauge(registers, 'touchline_pool_waiting', 'Requests waiting for a connection.', () =>
    ofPools('waitingCount'),
  )
  gauge(
    registers,
    'touchline_disk_free_bytes',
    'Free space on the data disk.',
    async () => (await diskSpace(services)).freeBytes,
  )
  gauge(
    registers,
    'touchline_backup_made_timestamp_seconds',
    'Unix time of the last backup; missing when no backup is known.',
    async () => backupTime(await lastBackup(services.config.dataDir)),
  )
  registerDatabaseGauges(services, registers)
  return registry
}

function backupTime({ made }: LastBackup): number {
  if (!made) throw new Error('no backup is known')
  return Date.parse(made.at) / 1000
}

function gauge(
  registers: Registry[],
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  const made: Gauge = new Gauge({
    name,
    help,
    registers,
    collect: async () => {
      try {
        made.set(await read())
      } catch {
        made.remove()
      }
    },
  })
}

function countRequests(app: FastifyInstance, registers: Registry[]): void {
  const duration = new Histogram({
    name: 'touchline_request_seconds',
    help: 'Duration of requests in seconds, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'none', status: statusClass(reply.statusCode) }
    duration.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  gauge(registers, 'touchline_in_flight', 'Requests in flight.', () => app.load.figures().inFlight)
  const rejected: Gauge = new Gauge({
    name: 'touchline_turned_away_total',
    help: 'Requests rejected because of overload, by class.',
    labelNames: ['class'],
    registers,
    collect() {
      for (const [name, count] of Object.entries(app.load.turnedAway())) rejected.set({ class: name }, count)
    },
  })
}

function countProviderCalls({ payments: { stripe } }: Services, registers: Registry[]): void {
  const requests = new Counter({
    name: 'touchline_provider_requests_total',
    help: 'Requests to the payment provider; those without a response are this minus the responses.',
    registers,
  })
  const responses = new Counter({
    name: 'touchline_provider_answers_total',
    help: 'Responses of the payment provider, by status class.',
    labelNames: ['status'],
    registers,
  })
  stripe.on('request', () => requests.inc())
  stripe.on('response', ({ status }: { status: number }) => responses.inc({ status: statusClass(status) }))
}

function registerDatabaseGauges(services: Services, registers: Registry[]): void {
  const { healthDb, clock } = services
  const waits = () => fetchBacklog(healthDb, clock.now())
  gauge(
    registers,
    'touchline_letters_waiting',
    'Emails waiting to be sent.',
    async () => (await waits()).letters.waiting,
  )
  gauge(
    registers,
    'touchline_letters_oldest_seconds',
    'Age of the oldest one.',
    async () => (await waits()).letters.oldestSeconds,
  )
  gauge(
    registers,
    'touchline_events_waiting',
    'Webhook events waiting to be handled.',
    async () => (await waits()).events.waiting,
  )
  gauge(
    registers,
    'touchline_events_oldest_seconds',
    'Age of the oldest one.',
    async () => (await waits()).events.oldestSeconds,
  )
  gauge(registers, 'touchline_media_waiting', 'Videos and recordings waiting for processing.', () =>
    countPendingMedia(healthDb),
  )

  const jobs: Gauge = new Gauge({
    name: 'touchline_jobs',
    help: 'Jobs by queue and state: waiting, active or failed.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      jobs.reset()
      for (const { name, waiting, active, failed } of await queueFigures(healthDb).catch(() => []))
        for (const [state, count] of Object.entries({ waiting, active, failed }))
          jobs.set({ queue: name, state }, count)
    },
  })
  const oldest: Gauge = new Gauge({
    name: 'touchline_jobs_oldest_seconds',
    help: 'Waiting time of the oldest job that is ready to run.',
    labelNames: ['queue'],
    registers,
    async collect() {
      oldest.reset()
      for (const { name, waitingSeconds } of await queueFigures(healthDb).catch(() => []))
        oldest.set({ queue: name }, waitingSeconds)
    },
  })
  const check: Gauge = new Gauge({
    name: 'touchline_check_well',
    help: 'The health checks: 1 is healthy.',
    labelNames: ['check'],
    registers,
    async collect() {
      const found = await checkHealth(services)
      for (const name of checkNames)
        check.set({ check: name }, found.some((one) => one.name === name && one.isWell) ? 1 : 0)
    },
  })
}
