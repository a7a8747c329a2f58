import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'

type Steps = { likes?: number; comments?: number; views?: number }

/**
 * `changed` is a CTE with one row per `post_id`. The statement must hold the locks of these posts already, or it
 * could deadlock, and the caller must read all rows, because the counters change as they are read.
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
