import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { moment } from './text.ts'

/** The health checks, in order of importance. */
export const checkNames = [
  'database',
  'tables',
  'disk',
  'storage',
  'clock',
  'jobs',
  'mail',
  'webhooks',
  'receivers',
  'payments',
  'gate',
  'demo',
  'programs',
  'versions',
  'backup',
] as const

/**
 * `words` is a message for the operator without secrets, addresses or personal data. `isSkipped` is true for a check
 * that does not apply here, as in a demo; then `isWell` is true.
 */
const check = z.object({
  name: z.enum(checkNames),
  isWell: z.boolean(),
  isSkipped: z.boolean(),
  words: z.string(),
})
export type HealthCheck = z.output<typeof check>

/** Counts of jobs that are waiting, active, or failed for good and kept for some days. */
const queue = z.object({
  name: z.string(),
  waiting: z.number(),
  active: z.number(),
  failed: z.number(),
})
export type JobQueue = z.output<typeof queue>

/** Sizes are in bytes and ages in seconds; a failed measurement is null. `guests` counts sockets and streams. */
const report = z.object({
  checks: z.array(check),
  versions: z.object({
    app: z.string(),
    node: z.string(),
    database: z.nullable(z.string()),
    ffmpeg: z.nullable(z.string()),
  }),
  startedAt: moment,
  disk: z.nullable(z.object({ freeBytes: z.number(), sizeBytes: z.number(), floorBytes: z.number() })),
  load: z.object({
    inFlight: z.number(),
    mostInFlight: z.number(),
    turnedAway: z.number(),
    guests: z.number(),
  }),
  letters: z.nullable(z.object({ waiting: z.number(), oldestSeconds: z.number() })),
  events: z.nullable(z.object({ waiting: z.number(), dead: z.number(), oldestSeconds: z.number() })),
  /** The last backup and the last verified restore; null if there was none. */
  backup: z.nullable(
    z.object({
      made: z.nullable(z.object({ at: moment, isWhole: z.boolean() })),
      verified: z.nullable(z.object({ at: moment, backupAt: moment, holds: z.boolean() })),
    }),
  ),
  queues: z.array(queue),
  failedJobs: z.array(z.object({ queue: z.string(), attempts: z.number(), failedAt: moment })),
})
export type HealthReport = z.output<typeof report>

export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  evenSuspended: true,
  summary: 'Liveness of the process.',
  reply: z.object({ status: z.literal('ok') }),
})

export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  evenSuspended: true,
  summary:
    'Readiness; 503 with the failing checks under `fields`. `only=serving` runs only the checks this process needs to serve requests.',
  query: z.object({ only: z.optional(z.literal('serving')) }),
  reply: z.object({ status: z.literal('ok') }),
})

export const show = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  access: 'admin',
  summary: 'The health report: checks, versions, queues and recent failures.',
  reply: report,
})
