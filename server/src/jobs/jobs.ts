import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { type DatabaseAddress, toClientConfig } from '#db/address.ts'
import type { Queryable } from '#db/database.ts'
import { requeueInterrupted } from './requeue-interrupted.ts'

export type JobData = Record<string, unknown>

type WorkOptions = {
  /**
   * Names what a job is about. Of the jobs with one key at most one waits for its turn, one for another try, and one
   * is being done: asking for the same work again while it waits adds nothing.
   */
  keyOf?: (data: JobData) => string
  /** True for work that may take hours: it is taken one at a time, and not given up for being slow. */
  isLong?: boolean
}

/** Work that outlives a request: enqueued with the rows it follows from, retried with back-off until it is done. */
export type Jobs = {
  /** Writes the job inside `tx`: it exists exactly when the transaction commits. */
  enqueue(tx: Queryable, queue: string, data: JobData): Promise<void>
  /** The same for many, in one statement. */
  enqueueAll(tx: Queryable, queue: string, all: JobData[]): Promise<void>
  /** Declares what does a queue's work; call before `start`. */
  work(queue: string, handler: (data: JobData) => Promise<void>, options?: WorkOptions): void
  /** Declares a queue whose work is done at every tick of a cron expression (UTC); once for all that were missed. */
  every(cron: string, queue: string, handler: () => Promise<void>): void
  /**
   * The recurring work that falls due after `from` and not after `to`, in order of time; what would have run several
   * times is there once, at the end. `run` does it now, in this process; a failure is logged, not thrown.
   */
  dueBetween(from: Date, to: Date): { queue: string; cron: string; at: Date; run: () => Promise<void> }[]
  /**
   * Waits until no job is due or being done any more, those included that they lead to. Answers whether there was
   * anything to wait for. With `again` those that failed and wait for another try are tried at once, one time.
   */
  settled(options?: { again?: boolean; signal?: AbortSignal }): Promise<boolean>
  /** True from the end of `start` until `stop`. */
  isWorking(): boolean
  /** The queues whose work may wait for hours behind other such work. */
  longQueues(): string[]
  start(): Promise<void>
  stop(): Promise<void>
}

const retryDelaySeconds = 2
const retryDelayMaxSeconds = 3600

const longestWorkSeconds = 6 * 3600

/** How long work has to end by itself when the site stops. */
const patienceMs = 5000
const settledPollMs = 5
const anyUnsettled = `
  select 1 from jobs.job
  where state = 'active' or (state < 'active' and start_after <= jobs.job_now()) limit 1`
const tryAllAgain = `
  update jobs.job set start_after = jobs.job_now()
  where state = 'retry' and start_after > jobs.job_now() returning name`

type Options = {
  hasSchedules?: boolean
  isAlone?: boolean
  onGivenUp?: (job: FailedJob) => Promise<void>
  onRecurred?: (queue: string) => Promise<void>
}

/** A job nobody tries again; without an `id` it is work that recurs. */
export type FailedJob = { queue: string; id: string | null }

type Worker = WorkOptions & { handler: (data: JobData) => Promise<void>; cron?: string }

/**
 * Jobs in PostgreSQL through pg-boss, in a schema of its own. A job whose last try failed is said aloud (`alert`) and
 * given to `onGivenUp`: nobody will do its work any more. `onRecurred` hears of every time recurring work was done.
 * With `hasSchedules` false nothing starts by the clock: work that recurs waits until it is asked for. `isAlone` says
 * that no other process works on this database: what is left of a killed one is taken up at the start.
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
    ...bossConnection(address),
    max: 3,
    schema: 'jobs',
    useListenNotify: true,
    schedule: hasSchedules,
  })
  let isStopping = false
  let isStarted = false
  // A connection that is just being closed may still report the end of the server.
  boss.on('error', (error) => isStopping || log.error({ err: error }, 'the jobs had an error'))
  const workers = new Map<string, Worker>()
  const said = { log, onGivenUp, onRecurred }
  const workerIds = new Map<string, string>()

  const tryAgainNow = async () => {
    const { rows } = await boss.getDb().executeSql(tryAllAgain)
    for (const { name } of rows) {
      const workerId = workerIds.get(String(name))
      if (workerId) boss.notifyWorker(workerId)
    }
  }

  return {
    async enqueue(tx, queue, data) {
      const singletonKey = workers.get(queue)?.keyOf?.(data)
      await boss.send(queue, data, {
        db: fromDrizzle(tx, sql),
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
        const run = async () => void (await outcomeOf(atOnce(queue), handler, { ...said, recurs: true }))
        return [{ queue, cron, at: second && second <= to ? to : first, run }]
      })
      return due.toSorted((one, other) => one.at.getTime() - other.at.getTime())
    },
    async settled({ again = false, signal } = {}) {
      if (again) await tryAgainNow()
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
      const begin = async ([queue, { handler, cron, keyOf, isLong = false }]: [string, Worker]) => {
        await boss.createQueue(queue, {
          notify: true,
          retryLimit: cron ? 0 : 20,
          retryDelay: retryDelaySeconds,
          retryBackoff: true,
          retryDelayMax: retryDelayMaxSeconds,
          // Where others work on the same database, what a killed process left is taken up after a minute.
          heartbeatSeconds: 60,
          ...(isLong ? { expireInSeconds: longestWorkSeconds } : {}),
          ...(cron ? { policy: 'short' as const } : keyOf ? { policy: 'stately' as const } : {}),
        })
        // A notice wakes a worker once however many jobs came: it takes them all, and each fails on its own.
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
            const hearers = { ...said, recurs: cron !== undefined }
            const outcomes = await Promise.all(jobs.map((job) => outcomeOf(job, handler, hearers)))
            const workerId = await worker
            // By itself a worker that takes one at a time rests after each.
            if (isLong) boss.notifyWorker(workerId)
            for (const [index, { retryCount }] of jobs.entries())
              if (outcomes[index]?.status === 'failed')
                setTimeout(() => boss.notifyWorker(workerId), longestPauseMs(retryCount)).unref()
            return outcomes
          },
        )
        workerIds.set(queue, await worker)
        // What was missed while nobody was here is done once; what a stop or a kill cut off is begun once more.
        if (cron && hasSchedules) await boss.schedule(queue, cron, null, { missed: 'once', retryLimit: 1 })
      }
      await Promise.all([...workers].map((worker) => begin(worker)))
      isStarted = true
    },
    async stop() {
      isStopping = true
      // A database that hangs is waited for without end otherwise.
      const isOver = new AbortController()
      await Promise.race([
        boss.stop({ graceful: true, timeout: patienceMs }),
        pause(patienceMs + 1000, undefined, { signal: isOver.signal }),
      ]).finally(() => isOver.abort())
    },
  }
}

type Attempt = Pick<JobWithMetadata<JobData>, 'id' | 'name' | 'data' | 'retryCount' | 'retryLimit'>

/** Stands for a job where recurring work is run directly: not queued, and not tried again when it fails. */
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
        log.error({ err: thrown, queue: name }, 'that recurring work was done could not be noted'),
      )
    return { id, status: 'completed' }
  } catch (error) {
    const isLast = retryCount >= retryLimit
    log.error(
      { err: error, queue: name, jobId: id, ...(isLast ? { alert: 'job-given-up' } : {}) },
      isLast ? 'a job failed for the last time' : 'a job could not be worked on; it will be tried again',
    )
    if (isLast)
      await onGivenUp({ queue: name, id: recurs ? null : id }).catch((thrown: unknown) =>
        log.error({ err: thrown, queue: name }, 'a job that was given up could not be noted'),
      )
    return { id, status: 'failed', output: { message: String(error) } }
  }
}

/**
 * When the next try of a job that just failed is due at the latest: pg-boss draws its pause between half of this and
 * all of it, and a second is for writing it down. No notice says so, and by itself a worker looks too seldom.
 */
const longestPauseMs = (retryCount: number) =>
  Math.min(retryDelayMaxSeconds, retryDelaySeconds * 2 ** (retryCount + 1)) * 1000 + 1000

const bossConnection = (address: DatabaseAddress) => {
  const { connectionString, host, port, user, database } = toClientConfig(address)
  return connectionString === undefined ? { host, port, user, database } : { connectionString }
}
