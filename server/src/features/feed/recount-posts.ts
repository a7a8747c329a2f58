import { sql } from 'drizzle-orm'
import type { Services } from '#services.ts'

/**
 * Compares how many posts are said to be there with the posts themselves, mends what differs and logs it: drift is a
 * bug to be found. Returns how many counts were wrong.
 */
export async function recountFeed({ db, log }: Pick<Services, 'db' | 'log'>): Promise<number> {
  return db.transaction(async (tx) => {
    // Whoever is publishing has counted when this is granted, and nobody counts until it is given back.
    await tx.execute(sql`lock table post_counts in share row exclusive mode`)
    const { rows } = await tx.execute(sql`
      select * from (select creator_id, status, count(*)::int as there from posts group by creator_id, status) as actual
      full join post_counts as said using (creator_id, status)
      where coalesce(actual.there, 0) <> coalesce(said.count, 0)`)
    if (rows.length === 0) return 0
    await tx.execute(sql`delete from post_counts`)
    await tx.execute(sql`
      insert into post_counts (creator_id, status, count)
      select creator_id, status, count(*) from posts group by creator_id, status`)
    log.error({ counts: rows }, 'the counts of posts had drifted from the posts')
    return rows.length
  })
}
