import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'

/** The state of a queue. `waitingSeconds` is the age of its first due job. */
export type QueueFigures = {
  name: string
  waiting: number
  active: number
  failed: number
  waitingSeconds: number
}

/** Returns every non-empty queue. Failed jobs are retained for some days. */
export async function queueFigures(db: Queryable): Promise<QueueFigures[]> {
  const { rows } = await db.execute<QueueFigures>(sql`
    select name,
      (count(*) filter (where state < 'active'))::int as waiting,
      (count(*) filter (where state = 'active'))::int as active,
      (count(*) filter (where state = 'failed'))::int as failed,
      coalesce(greatest(extract(epoch from
        jobs.job_now() - min(start_after) filter (where state < 'active')), 0), 0)::float as "waitingSeconds"
    from jobs.job where state <= 'active' or state = 'failed'
    group by name order by name`)
  return rows
}

/** The latest jobs whose last attempt failed, newest first. */
export async function failedJobs(
  db: Queryable,
  limit: number,
): Promise<{ queue: string; attempts: number; failedAt: Date }[]> {
  const { rows } = await db.execute<{ name: string; attempts: number; failedAtMs: number }>(sql`
    select name, retry_count + 1 as attempts, (extract(epoch from completed_on) * 1000)::float as "failedAtMs"
    from jobs.job where state = 'failed' and completed_on is not null
    order by completed_on desc limit ${limit}`)
  return rows.map(({ name, attempts, failedAtMs }) => ({
    queue: name,
    attempts,
    failedAt: new Date(failedAtMs),
  }))
}

/** The age of the first due job, leaving out queues of long jobs. */
export async function maxWaitSeconds(db: Queryable, longQueues: string[]): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from jobs.job_now() - min(start_after)), 0)::float as seconds
    from jobs.job
    where state < 'active' and start_after <= jobs.job_now() and not (name = any(${sql.param(longQueues)}))`)
  return rows[0]?.seconds ?? 0
}
