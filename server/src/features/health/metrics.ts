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

/** How many videos and recordings wait to be made ready to play, or are being made so. */
async function filesWaiting(db: Queryable): Promise<number> {
  const [found] = await db
    .select({ count: countRows() })
    .from(media)
    .where(and(isNotNull(media.work), isNull(media.problem)))
  return found?.count ?? 0
}

const classOf = (status: number) => `${Math.floor(status / 100)}xx`

/**
 * Everything Prometheus may know. Labels are patterns of routes, classes of status, names of queues and checks: never an
 * id, an address or anything else about a person. What only the database knows is asked for when it is read, and
 * missing while the database is away.
 */
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
  gauge(registers, 'touchline_guests', 'Open sockets and streams of media.', () => live.guests())
  gauge(registers, 'touchline_sockets', 'Open sockets.', () => app.websocketServer.clients.size)
  gauge(registers, 'touchline_pool_connections', 'Open connections to the database.', () =>
    ofPools('totalCount'),
  )
  gauge(registers, 'touchline_pool_idle', 'Connections to the database nobody uses.', () =>
    ofPools('idleCount'),
  )
  gauge(registers, 'touchline_pool_waiting', 'Who waits for one.', () => ofPools('waitingCount'))
  gauge(
    registers,
    'touchline_disk_free_bytes',
    'Room on the disk of the data.',
    async () => (await diskSpace(services)).freeBytes,
  )
  gauge(
    registers,
    'touchline_backup_made_timestamp_seconds',
    'When the last backup was made, in seconds since 1970; missing where none is known of.',
    async () => madeAt(await lastBackup(services.config.dataDir)),
  )
  askDatabase(services, registers)
  return registry
}

function madeAt({ made }: LastBackup): number {
  if (!made) throw new Error('there is no backup that this site knows of')
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
  const took = new Histogram({
    name: 'touchline_request_seconds',
    help: 'How long answers took, by the pattern of the route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'none', status: classOf(reply.statusCode) }
    took.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  gauge(
    registers,
    'touchline_in_flight',
    'Requests that are being worked on.',
    () => app.load.figures().inFlight,
  )
  const away: Gauge = new Gauge({
    name: 'touchline_turned_away_total',
    help: 'Requests that came when there was too much to do, by what they asked for.',
    labelNames: ['class'],
    registers,
    collect() {
      for (const [name, count] of Object.entries(app.load.turnedAway())) away.set({ class: name }, count)
    },
  })
}

function countProviderCalls({ payments: { stripe } }: Services, registers: Registry[]): void {
  const asked = new Counter({
    name: 'touchline_provider_requests_total',
    help: 'Calls of the payment provider; those without an answer are this less the answers.',
    registers,
  })
  const answered = new Counter({
    name: 'touchline_provider_answers_total',
    help: 'Answers of the payment provider, by their class.',
    labelNames: ['status'],
    registers,
  })
  stripe.on('request', () => asked.inc())
  stripe.on('response', ({ status }: { status: number }) => answered.inc({ status: classOf(status) }))
}

function askDatabase(services: Services, registers: Registry[]): void {
  const { healthDb, clock } = services
  const waits = () => fetchBacklog(healthDb, clock.now())
  gauge(
    registers,
    'touchline_letters_waiting',
    'Letters no mail server has taken.',
    async () => (await waits()).letters.waiting,
  )
  gauge(
    registers,
    'touchline_letters_oldest_seconds',
    'How old the oldest of them is.',
    async () => (await waits()).letters.oldestSeconds,
  )
  gauge(
    registers,
    'touchline_events_waiting',
    'Events of the provider to be handled.',
    async () => (await waits()).events.waiting,
  )
  gauge(
    registers,
    'touchline_events_oldest_seconds',
    'How old the oldest of them is.',
    async () => (await waits()).events.oldestSeconds,
  )
  gauge(registers, 'touchline_media_waiting', 'Videos and recordings to be worked on.', () =>
    filesWaiting(healthDb),
  )

  const jobs: Gauge = new Gauge({
    name: 'touchline_jobs',
    help: 'Jobs by queue: waiting, active, or failed and kept for some days.',
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
    help: 'How long the first job that could be done has been waiting.',
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
    help: 'The checks of /readyz: 1 is well.',
    labelNames: ['check'],
    registers,
    async collect() {
      const found = await checkHealth(services)
      for (const name of checkNames)
        check.set({ check: name }, found.some((one) => one.name === name && one.isWell) ? 1 : 0)
    },
  })
}
