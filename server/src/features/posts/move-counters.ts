import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'

type Steps = { likes?: number; comments?: number; views?: number }

/**
 * Moves the counters of the posts that the CTE `changed` names in `post_id`, one row each, by `steps` (whole
 * numbers). For statements that hold the locks of these posts: one that updated them by itself could meet whoever waits
 * for the same post in a deadlock. Counters move as their rows are read, so all of them have to be.
 */
export const movedCounters = (changed: string, { likes = 0, comments = 0, views = 0 }: Steps) =>
  sql.raw(
    `select moved.* from ${changed}, move_post_counters(${changed}.post_id, ${likes}, ${comments}, ${views}) as moved`,
  )

/** The same as the CTE `counted`, with what the counters are then. */
export const countedPosts = (db: Pick<Database, '$with'>, changed: string, steps: Steps) =>
  db
    .$with('counted', {
      id: sql<string>`counted_id`.as('counted_id'),
      likesCount: sql<number>`likes_now`.as('likes_now'),
      commentsCount: sql<number>`comments_now`.as('comments_now'),
    })
    .as(movedCounters(changed, steps))
