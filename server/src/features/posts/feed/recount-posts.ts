import { sql } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { driftedCounts, hasOversizedRange, rebuildRanges } from './count-ranges.ts'

/**
 * Compares how many posts are said to be there with the posts themselves, mends what differs and logs it: drift is a
 * bug to be found. Lays the stretches of the feed anew when one has grown too long. Returns how many counts were wrong.
 */
export async function recountFeed({ db, log }: Pick<Services, 'db' | 'log'>): Promise<number> {
  return db.transaction(async (tx) => {
    // Whoever is publishing has counted when this is granted, and nobody counts until it is given back.
    await tx.execute(sql`lock table post_counts in share row exclusive mode`)
    const drifted = await driftedCounts(tx)
    if (drifted.length > 0 || (await hasOversizedRange(tx))) await rebuildRanges(tx)
    if (drifted.length > 0) log.error({ counts: drifted }, 'the counts of posts had drifted from the posts')
    return drifted.length
  })
}
