import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { type DatabaseAddress, toServerConfig } from '#db/address.ts'
import type { Queryable } from '#db/database.ts'
import { listenTo } from '#db/listen.ts'
import { requeueInterrupted } from './requeue-interrupted.ts'

export type JobData = Record<string, unknown>

type WorkOptions = {
  /** Per key at most one job waits, one is to be retried and one runs. */
  keyOf?: (data: JobData) => string
  /** Work that may take hours: it runs one at a time and does not expire early. */
  isLong?: boolean
}

/** Enqueued in the transaction that causes it, and retried with back-off until it succeeds. */
export type Jobs = {
  /** Enqueues a job inside `tx`; it exists exactly when the transaction commits. */
  enqueue(
    tx: Queryable,
    queue: string,
    data: JobData,
    options?: { priority?: number; delaySeconds?: number },
  ): Promise<void>
  /** Enqueues many jobs in one statement. */
  enqueueAll(tx: Queryable, queue: string, all: JobData[]): Promise<void>
  /** Registers the handler of a queue. Call before `start`. */
  work(queue: string, handler: (data: JobData) => Promise<void>, options?: WorkOptions): void
  /** Registers recurring work by a cron expression (UTC). Missed runs are made up by one run. */
  every(cron: string, queue: string, handler: () => Promise<void>): void
  /** At most one run per queue, in order of time. `run` runs it here and now; a failure is logged, not thrown. */
  dueBetween(from: Date, to: Date): { queue: string; cron: string; at: Date; run: () => Promise<void> }[]
  /** Includes jobs that these enqueue. Returns whether it had to wait. `again` retries failed jobs now, once. */
  settled(options?: { again?: boolean; signal?: AbortSignal }): Promise<boolean>
  /** True from the end of `start` until `stop`. */
  isWorking(): boolean
  /** The queues whose jobs may wait for hours behind each other. */
  longQueues(): string[]
  start(): Promise<void>
  stop(): Promise<void>
}

const retryDelaySeconds = 2
const retryDelayMaxSeconds = 3600

const maxWorkSeconds = 24 * 3600

/** How long running jobs may take when the site stops. */
const stopTimeoutMs = 5000
const settledPollMs = 5
const anyUnsettled = `
  select 1 from jobs.job
  where state = 'active' or (state < 'active' and start_after <= jobs.job_now()) limit 1`
const retryAllNow = `
  update jobs.job set start_after = jobs.job_now()
  where state = 'retry' and start_after > jobs.job_now() returning name`

type Options = {
  hasSchedules?: boolean
  isAlone?: boolean
  onGivenUp?: (job: FailedJob) => Promise<void>
  onRecurred?: (queue: string) => Promise<void>
}

/** A job whose last attempt failed. Recurring work has no `id`. */
export type FailedJob = { queue: string; id: string | null }

type Worker = WorkOptions & { handler: (data: JobData) => Promise<void>; cron?: string }

/**
 * Uses pg-boss in a schema of its own. A job whose last attempt fails is logged (`alert`) and passed to `onGivenUp`.
 * Without `hasSchedules` recurring work runs only on request. `isAlone`: no other process uses this database, so jobs
 * of a killed process are requeued at the start.
 */
export function openJobs(
  address: DatabaseAddress,
  log: Pick<FastifyBaseLogger, 'error'>,
  {
    hasSchedules = true,
    isAlone = false,
    onGivenUp = async () => {},
    onRecurred = async () => {},
  }: Options = {},
): Jobs {
  const boss = new PgBoss({
    ...toServerConfig(address),
    max: 3,
    schema: 'jobs',
    useListenNotify: true,
    schedule: hasSchedules,
  })
  // Connections that pg-boss ends have no error listener: a server that hung and then stops would end this process.
  boss.getDb().listen = async (channel, onNotification, onReconnect) => {
    const listener = await listenTo(address, channel, onNotification, onReconnect)
    onReconnect()
    return listener
  }
  let isStopping = false
  let isStarted = false
  // A closing connection may still report the end of the server.
  boss.on('error', (error) => isStopping || log.error({ err: error }, 'job queue error'))
  const workers = new Map<string, Worker>()
  const context = { log, onGivenUp, onRecurred }
  const workerIds = new Map<string, string>()

  const retryNow = async () => {
    const { rows } = await boss.getDb().executeSql(retryAllNow)
    for (const { name } of rows) {
      const workerId = workerIds.get(String(name))
      if (workerId) boss.notifyWorker(workerId)
    }
  }

  return {
    async enqueue(tx, queue, data, { priority = 0, delaySeconds = 0 } = {}) {
      const singletonKey = workers.get(queue)?.keyOf?.(data)
      await boss.send(queue, data, {
        db: fromDrizzle(tx, sql),
        priority,
        startAfter: delaySeconds,
        ...(singletonKey === undefined ? {} : { singletonKey }),
      })
    },
    async enqueueAll(tx, queue, all) {
      const keyOf = workers.get(queue)?.keyOf
      const jobs = all.map((data) => ({ data, ...(keyOf ? { singletonKey: keyOf(data) } : {}) }))
      await boss.insert(queue, jobs, { db: fromDrizzle(tx, sql) })
    },
    work: (queue, handler, options) => void workers.set(queue, { handler, ...options }),
    every: (cron, queue, handler) => void workers.set(queue, { handler, cron }),
    dueBetween(from, to) {
      const due = [...workers].flatMap(([queue, { cron, handler }]) => {
        const [first, second] = cron ? boss.previewSchedule(cron, { from, count: 2 }) : []
        if (!cron || !first || first > to) return []
        const run = async () => void (await outcomeOf(atOnce(queue), handler, { ...context, recurs: true }))
        return [{ queue, cron, at: second && second <= to ? to : first, run }]
      })
      return due.toSorted((one, other) => one.at.getTime() - other.at.getTime())
    },
    async settled({ again = false, signal } = {}) {
      if (again) await retryNow()
      for (let isFirst = true; ; isFirst = false) {
        const { rows } = await boss.getDb().executeSql(anyUnsettled)
        if (rows.length === 0) return !isFirst
        await pause(settledPollMs, undefined, { signal })
      }
    },
    isWorking: () => isStarted && !isStopping,
    longQueues: () => [...workers].flatMap(([queue, { isLong }]) => (isLong ? [queue] : [])),
    async start() {
      await boss.start()
      if (isAlone) await requeueInterrupted(boss.getDb())
      const existing = new Set((await boss.getQueues()).map(({ name }) => name))
      const begin = async ([queue, { handler, cron, keyOf, isLong = false }]: [string, Worker]) => {
        if (!existing.has(queue))
          await boss.createQueue(queue, {
            notify: true,
            retryLimit: cron ? 0 : 20,
            retryDelay: retryDelaySeconds,
            retryBackoff: true,
            retryDelayMax: retryDelayMaxSeconds,
            // With several processes, a heartbeat timeout requeues the jobs of a killed one after a minute.
            heartbeatSeconds: 60,
            ...(isLong ? { expireInSeconds: maxWorkSeconds } : {}),
            ...(cron ? { policy: 'short' as const } : keyOf ? { policy: 'stately' as const } : {}),
          })
        if (cron && !hasSchedules) return
        // A notification wakes a worker once for any number of jobs, so it fetches a batch.
        const worker = boss.work(
          queue,
          {
            pollingIntervalSeconds: 10,
            notifyPollingIntervalSeconds: 30,
            batchSize: isLong ? 1 : 10,
            burstWhenBatchFull: true,
            perJobResults: true,
            includeMetadata: true,
          },
          async (jobs: JobWithMetadata<JobData>[]) => {
            const jobContext = { ...context, recurs: cron !== undefined }
            const outcomes = await Promise.all(jobs.map((job) => outcomeOf(job, handler, jobContext)))
            const workerId = await worker
            // A worker with a batch of one would otherwise pause after each job.
            if (isLong) boss.notifyWorker(workerId)
            for (const [index, { retryCount }] of jobs.entries())
              if (outcomes[index]?.status === 'failed')
                setTimeout(() => boss.notifyWorker(workerId), maxRetryDelayMs(retryCount)).unref()
            return outcomes
          },
        )
        workerIds.set(queue, await worker)
        // Missed runs are made up by one run; an interrupted run is repeated once.
        if (cron) await boss.schedule(queue, cron, null, { missed: 'once', retryLimit: 1 })
      }
      await Promise.all([...workers].map((worker) => begin(worker)))
      isStarted = true
    },
    async stop() {
      isStopping = true
      // Do not wait forever for a hanging database.
      const isOver = new AbortController()
      const limit = (ms: number) => pause(ms, undefined, { signal: isOver.signal })
      const startedAt = performance.now()
      // pg-boss itself would look every half second whether its workers have stopped.
      const workersStopped = Promise.all([...workerIds.keys()].map((queue) => boss.offWork(queue)))
      await Promise.race([workersStopped, limit(stopTimeoutMs)])
      const timeout = Math.max(1, stopTimeoutMs - (performance.now() - startedAt))
      await Promise.race([boss.stop({ graceful: true, timeout }), limit(timeout + 1000)]).finally(() =>
        isOver.abort(),
      )
    },
  }
}

type Attempt = Pick<JobWithMetadata<JobData>, 'id' | 'name' | 'data' | 'retryCount' | 'retryLimit'>

/** Stands in for a job when recurring work runs directly, without queue and retries. */
const atOnce = (name: string): Attempt => ({ id: '', name, data: {}, retryCount: 0, retryLimit: 0 })

type JobContext = { log: Pick<FastifyBaseLogger, 'error'>; recurs: boolean } & Required<
  Pick<Options, 'onGivenUp' | 'onRecurred'>
>

async function outcomeOf(
  { id, name, data, retryCount, retryLimit }: Attempt,
  handler: (data: JobData) => Promise<void>,
  { log, recurs, onGivenUp, onRecurred }: JobContext,
): Promise<JobResult> {
  try {
    await handler(data)
    if (recurs)
      await onRecurred(name).catch((thrown: unknown) =>
        log.error({ err: thrown, queue: name }, 'recording a recurring run failed'),
      )
    return { id, status: 'completed' }
  } catch (error) {
    const isLast = retryCount >= retryLimit
    log.error(
      { err: error, queue: name, jobId: id, ...(isLast ? { alert: 'job-given-up' } : {}) },
      isLast ? 'job failed for the last time' : 'job failed; it will be retried',
    )
    if (isLast)
      await onGivenUp({ queue: name, id: recurs ? null : id }).catch((thrown: unknown) =>
        log.error({ err: thrown, queue: name }, 'recording a failed job failed'),
      )
    return { id, status: 'failed', output: { message: String(error) } }
  }
}

/** pg-boss waits between half of this and all of it. Retries send no notification, and polling would be too slow. */
const maxRetryDelayMs = (retryCount: number) =>
  Math.min(retryDelayMaxSeconds, retryDelaySeconds * 2 ** (retryCount + 1)) * 1000 + 1000
