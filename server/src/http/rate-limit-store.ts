import { createHmac } from 'node:crypto'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import type { Limit } from './limits.ts'
import { rateLimitAttempts } from './schema.ts'
import type { Clock } from '#time/clock.ts'

export type RateLimitServices = { db: Queryable; clock: Clock; secret: string }

const keyHash = ({ secret }: Pick<RateLimitServices, 'secret'>, key: string) =>
  createHmac('sha256', secret).update(`try ${key}`).digest('hex')

/**
 * Counts an attempt under a key, across all processes. Returns null when it is allowed, or the seconds left
 * of the window, which starts with the first attempt.
 */
export async function countAttempt(
  services: RateLimitServices,
  key: string,
  { max, timeWindow }: Limit,
): Promise<number | null> {
  const startedAt = services.clock.now()
  const isOver = sql`${rateLimitAttempts.startedAt} <= excluded.started_at - ${timeWindow} * interval '1 millisecond'`
  const [counted] = await services.db
    .insert(rateLimitAttempts)
    .values({ key: keyHash(services, key), count: 1, startedAt })
    .onConflictDoUpdate({
      target: rateLimitAttempts.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimitAttempts.count} + 1 end`,
        startedAt: sql`case when ${isOver} then excluded.started_at else ${rateLimitAttempts.startedAt} end`,
      },
    })
    .returning()
  if (!counted || counted.count <= max) return null
  return Math.ceil((counted.startedAt.getTime() + timeWindow - startedAt.getTime()) / 1000)
}

/** Undoes one attempt of each key. */
export async function refundAttempts(services: RateLimitServices, keys: string[]): Promise<void> {
  await services.db
    .update(rateLimitAttempts)
    .set({ count: sql`greatest(${rateLimitAttempts.count} - 1, 0)` })
    .where(
      inArray(
        rateLimitAttempts.key,
        keys.map((key) => keyHash(services, key)),
      ),
    )
}

/** Deletes all attempts of a key. */
export async function resetAttempts(services: RateLimitServices, key: string): Promise<void> {
  await services.db.delete(rateLimitAttempts).where(eq(rateLimitAttempts.key, keyHash(services, key)))
}

/** Longer than any limit's window. */
const keptMs = 24 * 60 * 60 * 1000

/** Deletes attempts older than a day. */
export async function deleteOldAttempts({
  db,
  clock,
}: Pick<RateLimitServices, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(rateLimitAttempts)
    .where(lt(rateLimitAttempts.startedAt, new Date(clock.now().getTime() - keptMs)))
}
