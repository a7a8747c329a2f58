import { sql } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#db/database.ts'

/** Resolves when no job waits, runs or is to be tried again; throws when one was given up. */
export async function jobsAtRest(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ name: string; state: string; total: number }>(
      sql`select name, state, count(*)::int as total from jobs.job
          where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_%' group by 1, 2`,
    )
    const lost = rows.filter(({ state }) => state === 'failed')
    if (lost.length > 0) throw new Error(`jobs were given up: ${JSON.stringify(lost)}`)
    if (rows.length === 0) return
    await pause(200)
  }
}
