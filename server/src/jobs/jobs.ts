import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss'
import { type DatabaseAddress, toClientConfig } from '#db/address.ts'
import type { Queryable } from '#db/database.ts'

export type JobData = Record<string, unknown>

export type JobOptions = {
  /** Not before this moment. */
  startAfter?: Date
  /** At most one waiting job with the same key. */
  singletonKey?: string
}

/** Work that outlives a request: enqueued with the rows it follows from, retried with back-off until it is done. */
export type Jobs = {
  /** Writes the job inside `tx`: it exists exactly when the transaction commits. */
  enqueue(tx: Queryable, queue: string, data: JobData, options?: JobOptions): Promise<void>
  /** Declares what does a queue's work; call before `start`. */
  work(queue: string, handler: (data: JobData) => Promise<void>): void
  /** Declares a queue whose work is done at every tick of a cron expression (UTC). */
  every(cron: string, queue: string, handler: () => Promise<void>): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** Jobs in PostgreSQL through pg-boss, in a schema of its own. */
export function openJobs(address: DatabaseAddress, onError: (error: unknown) => void): Jobs {
  const boss = new PgBoss({
    ...bossConnection(address),
    max: 3,
    schema: 'jobs',
    useListenNotify: true,
  })
  let isStopping = false
  // A connection that is just being closed may still report the end of the server.
  boss.on('error', (error) => isStopping || onError(error))
  const workers = new Map<string, (data: JobData) => Promise<void>>()
  const schedules = new Map<string, string>()

  return {
    async enqueue(tx, queue, data, options = {}) {
      await boss.send(queue, data, { db: fromDrizzle(tx, sql), ...options })
    },
    work: (queue, handler) => void workers.set(queue, handler),
    every(cron, queue, handler) {
      workers.set(queue, handler)
      schedules.set(queue, cron)
    },
    async start() {
      await boss.start()
      for (const [queue, handler] of workers) {
        await boss.createQueue(queue, {
          notify: true,
          retryLimit: schedules.has(queue) ? 0 : 20,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: 3600,
          ...(schedules.has(queue) ? { policy: 'short' as const } : {}),
        })
        // A notice wakes a worker once however many jobs came: it takes them all, and each fails on its own.
        await boss.work(
          queue,
          {
            pollingIntervalSeconds: 10,
            notifyPollingIntervalSeconds: 30,
            batchSize: 10,
            burstWhenBatchFull: true,
            perJobResults: true,
          },
          (jobs: Job<JobData>[]) => Promise.all(jobs.map((job) => outcomeOf(job, handler, onError))),
        )
        const cron = schedules.get(queue)
        if (cron) await boss.schedule(queue, cron)
      }
    },
    async stop() {
      isStopping = true
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

async function outcomeOf(
  job: Job<JobData>,
  handler: (data: JobData) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<JobResult> {
  try {
    await handler(job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    onError(error)
    return { id: job.id, status: 'failed', output: { message: String(error) } }
  }
}

const bossConnection = (address: DatabaseAddress) => {
  const { connectionString, host, port, user, database } = toClientConfig(address)
  return connectionString === undefined ? { host, port, user, database } : { connectionString }
}
