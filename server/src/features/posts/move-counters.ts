import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'

type Steps = { likes?: number; comments?: number; views?: number }

/**
 * Changes the counters of the posts that the CTE `changed` lists in `post_id`, one row each. The statement must
 * already hold the locks of these posts; taking them in this update could deadlock. The counters change as the rows
 * are read, so the caller must read all of them.
 */
export const movedCounters = (changed: string, { likes = 0, comments = 0, views = 0 }: Steps) =>
  sql.raw(
    `select moved.* from ${changed}, move_post_counters(${changed}.post_id, ${likes}, ${comments}, ${views}) as moved`,
  )

/** The same as a CTE named `counted` that returns the new counts. */
export const countedPosts = (db: Pick<Database, '$with'>, changed: string, steps: Steps) =>
  db
    .$with('counted', {
      id: sql<string>`counted_id`.as('counted_id'),
      likesCount: sql<number>`likes_now`.as('likes_now'),
      commentsCount: sql<number>`comments_now`.as('comments_now'),
    })
    .as(movedCounters(changed, steps))
