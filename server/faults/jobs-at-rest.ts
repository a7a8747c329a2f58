import { sql } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#db/database.ts'

const patienceMs = 10 * 60_000

/**
 * Resolves when no job, except those of `besides`, waits, runs or is to be retried. Throws when a job has
 * failed for good, or after a timeout. A killed scheduled job recurs by itself.
 */
export async function jobsAtRest(db: Database, besides = ''): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    const { rows } = await db.execute<{ name: string; state: string; total: number; problem: string | null }>(
      sql`select name, state, count(*)::int as total, min(output->>'message') as problem from jobs.job
          where state in ('created', 'retry', 'active', 'failed')
            and (state <> 'failed' or name in (select name from jobs.queue where retry_limit > 0))
            and name not like '\\_\\_%' and name <> ${besides} group by 1, 2`,
    )
    if (rows.length === 0) return
    if (Date.now() > until || rows.some(({ state }) => state === 'failed'))
      throw new Error(`jobs were not done: ${JSON.stringify(rows)}`)
    await pause(200)
  }
}
