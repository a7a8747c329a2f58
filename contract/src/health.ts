import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { moment } from './text.ts'

/** What is looked at, in order of how much depends on it. */
export const checkNames = [
  'database',
  'tables',
  'disk',
  'storage',
  'clock',
  'jobs',
  'mail',
  'webhooks',
  'backup',
] as const

/** `words` say how it is, for the operator: never a secret, an address or anything about a person. */
const check = z.object({ name: z.enum(checkNames), isWell: z.boolean(), words: z.string() })
export type HealthCheck = z.output<typeof check>

/** `waiting` may be done now or later, `active` is being done, `failed` was given up and is kept for some days. */
const queue = z.object({
  name: z.string(),
  waiting: z.number(),
  active: z.number(),
  failed: z.number(),
})
export type JobQueue = z.output<typeof queue>

/**
 * How the site is, as its admins see it. Sizes in bytes, ages in seconds; a figure nobody could take is null. `guests`
 * are open sockets and streams.
 */
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
  /** Since when there is a backup, and when one was last restored and looked at; null where that never was. */
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
  summary: 'The process lives.',
  reply: z.object({ status: z.literal('ok') }),
})

export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  evenSuspended: true,
  summary:
    'All is well; 503 otherwise, with what is not under `fields`. `only=serving` looks at what this process needs to answer at all.',
  query: z.object({ only: z.optional(z.literal('serving')) }),
  reply: z.object({ status: z.literal('ok') }),
})

export const show = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  access: 'admin',
  summary: 'How the site is: each check with its words, versions, queues, and what failed lately.',
  reply: report,
})
