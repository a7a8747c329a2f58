import { sql } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { driftedCounts, hasOversizedRange, rebuildRanges } from './count-ranges.ts'

/** Repairs and logs differences (drift is a bug). Returns the number of wrong counts. */
export async function recountFeed({ db, log }: Pick<Services, 'db' | 'log'>): Promise<number> {
  return db.transaction(async (tx) => {
    // Waits for open publications to finish counting, and blocks new ones until the commit.
    await tx.execute(sql`lock table post_counts in share row exclusive mode`)
    const drifted = await driftedCounts(tx)
    if (drifted.length > 0 || (await hasOversizedRange(tx))) await rebuildRanges(tx)
    if (drifted.length > 0) log.error({ counts: drifted }, 'post counts had drifted')
    return drifted.length
  })
}
