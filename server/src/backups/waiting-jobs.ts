import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { fromDrizzle, PgBoss } from 'pg-boss'
import * as z from 'zod/mini'
import { type DatabaseAddress, toServerConfig } from '#db/address.ts'
import { onOneConnection } from '#db/one-connection.ts'

/** Queues whose jobs would reach people a second time. */
const skippedQueues = [
  'mail',
  'bulk-mail',
  'mail-notices',
  'push',
  'password-reset',
  'departure-link',
  'staff-invitation',
]

/** Jobs that a restored site runs first: they fetch from Stripe what happened since the backup. */
const firstQueues = ['reconcile-hourly', 'reconcile-daily']

const nothing = z.pipe(
  z.null(),
  z.transform(() => undefined),
)
const number = z.optional(z.union([z.number(), nothing]))
const choice = z.optional(z.union([z.boolean(), nothing]))
const waitingJob = z.object({
  queue: z.object({
    name: z.string(),
    policy: z.enum(['standard', 'short', 'singleton', 'stately', 'exclusive']),
    retryLimit: number,
    retryDelay: number,
    retryBackoff: choice,
    retryDelayMax: number,
    expireInSeconds: number,
    retentionSeconds: number,
    deleteAfterSeconds: number,
    heartbeatSeconds: number,
    notify: choice,
  }),
  data: z.record(z.string(), z.unknown()),
  singletonKey: z.nullable(z.string()),
})
export type WaitingJob = z.output<typeof waitingJob>

const work = `
  with waiting as (
    select name, data, singleton_key, created_on, id from jobs.job
    where state in ('created', 'retry', 'active') and name in (select name from jobs.queue where retry_limit > 0)
      and name not like '\\_\\_%' and name <> all($1)
    union all select name, '{}', null, now(), null from jobs.queue where name = any($2)
  )
  select json_build_object(
      'name', q.name, 'policy', q.policy, 'retryLimit', q.retry_limit, 'retryDelay', q.retry_delay,
      'retryBackoff', q.retry_backoff, 'retryDelayMax', q.retry_delay_max, 'expireInSeconds', q.expire_seconds,
      'retentionSeconds', q.retention_seconds, 'deleteAfterSeconds', q.deletion_seconds,
      'heartbeatSeconds', q.heartbeat_seconds, 'notify', q.notify) as queue,
    j.data, j.singleton_key as "singletonKey"
  from waiting j join jobs.queue q on q.name = j.name
  order by j.created_on, j.id`

/** The unfinished jobs of the client's transaction, plus `firstQueues`. Scheduled jobs recur and are left out. */
export async function waitingJobs(client: Client): Promise<WaitingJob[]> {
  const { rows: found } = await client.query(`select to_regclass('jobs.queue') as found`)
  if (found[0].found === null) return []
  const { rows } = await client.query(work, [skippedQueues, firstQueues])
  return rows.map((row) => waitingJob.parse(row))
}

export const readJobs = (text: string): WaitingJob[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => waitingJob.parse(JSON.parse(line)))

/** Enqueues jobs in a database that has none. `andThen` runs in the same transaction. */
export async function requeueJobs(
  address: DatabaseAddress,
  jobs: WaitingJob[],
  andThen: (client: Client) => Promise<void>,
): Promise<void> {
  const boss = new PgBoss({
    ...toServerConfig(address),
    schema: 'jobs',
    max: 1,
    schedule: false,
    supervise: false,
  })
  boss.on('error', () => {})
  if (jobs.length > 0) await boss.start()
  try {
    const queues = new Map(jobs.map(({ queue }) => [queue.name, queue]))
    for (const queue of queues.values()) await boss.createQueue(queue.name, queue)
    await onOneConnection(address, async (client) => {
      await client.query('begin')
      const db = fromDrizzle(drizzle(client), sql)
      for (const { queue, data, singletonKey } of jobs)
        await boss.send(queue.name, data, { db, ...(singletonKey === null ? {} : { singletonKey }) })
      await andThen(client)
      await client.query('commit')
    })
  } finally {
    if (jobs.length > 0) await boss.stop({ graceful: false })
  }
}
