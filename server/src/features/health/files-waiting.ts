import { and, count, isNotNull, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { media } from '#features/media/schema.ts'

/** How many videos and recordings wait to be made ready to play, or are being made so. */
export async function filesWaiting(db: Queryable): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(media)
    .where(and(isNotNull(media.work), isNull(media.problem)))
  return found?.count ?? 0
}
