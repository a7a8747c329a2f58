import { createHmac } from 'node:crypto'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import type { Clock } from '#time/clock.ts'
import { rateLimitAttempts } from './schema.ts'

/** At most `max` attempts in `timeWindow` milliseconds. The window starts with the first attempt. */
export type Rate = { max: number; timeWindow: number }

/** Counts attempts by key, in memory or in the database. */
export type RateStore = {
  /** Counts an attempt. Returns null when it is allowed, or the seconds left of the window. */
  count(key: string, rate: Rate): number | null | Promise<number | null>
  /** Undoes one attempt of each key. */
  refund(keys: string[]): void | Promise<void>
}

export type DatabaseRates = { db: Queryable; clock: Clock; secret: string }

/** Counts in the database, across all processes and restarts. Keys are stored as HMACs. */
export function databaseRates({ db, clock, secret }: DatabaseRates) {
  const hashOf = (key: string) => createHmac('sha256', secret).update(`try ${key}`).digest('hex')
  return {
    async count(key: string, { max, timeWindow }: Rate) {
      const startedAt = clock.now()
      const isOver = sql`${rateLimitAttempts.startedAt} <= excluded.started_at - ${timeWindow} * interval '1 millisecond'`
      const [counted] = await db
        .insert(rateLimitAttempts)
        .values({ key: hashOf(key), count: 1, startedAt })
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
    },
    async refund(keys: string[]) {
      await db
        .update(rateLimitAttempts)
        .set({ count: sql`greatest(${rateLimitAttempts.count} - 1, 0)` })
        .where(inArray(rateLimitAttempts.key, keys.map(hashOf)))
    },
    async reset(key: string) {
      await db.delete(rateLimitAttempts).where(eq(rateLimitAttempts.key, hashOf(key)))
    },
  }
}

/** Longer than any limit's window. */
const retentionMs = 24 * 60 * 60 * 1000

/** Deletes attempts older than a day. */
export async function deleteOldAttempts({ db, clock }: Pick<DatabaseRates, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(rateLimitAttempts)
    .where(lt(rateLimitAttempts.startedAt, new Date(clock.now().getTime() - retentionMs)))
}

const maxKeys = 5_000

/** Counts in this process. Above 5,000 keys the least recently counted one is forgotten. */
export function memoryRates(now: () => number = Date.now) {
  const windows = new Map<string, { count: number; startedAt: number }>()
  const windowOf = (key: string, { timeWindow }: Rate) => {
    const known = windows.get(key)
    return known && known.startedAt + timeWindow > now() ? known : { count: 0, startedAt: now() }
  }
  const waitSeconds = (startedAt: number, { timeWindow }: Rate) =>
    Math.ceil((startedAt + timeWindow - now()) / 1000)
  return {
    count(key: string, rate: Rate) {
      const { count, startedAt } = windowOf(key, rate)
      // A Map keeps insertion order, so the first key is the least recently counted.
      windows.delete(key)
      if (windows.size >= maxKeys) windows.delete(windows.keys().next().value!)
      windows.set(key, { count: count + 1, startedAt })
      return count < rate.max ? null : waitSeconds(startedAt, rate)
    },
    /** Returns the seconds left of the window when no attempt is left, without counting one. */
    peek(key: string, rate: Rate) {
      const { count, startedAt } = windowOf(key, rate)
      return count < rate.max ? null : waitSeconds(startedAt, rate)
    },
    refund(keys: string[]) {
      for (const key of keys) {
        const known = windows.get(key)
        if (known) known.count = Math.max(0, known.count - 1)
      }
    },
  }
}

/** Uses a sliding window. Returns null, or the seconds until there is room for another item. */
export function distinctRate({ max, timeWindow }: Rate, now: () => number) {
  const histories = new Map<string, Map<string, number>>()
  let sweepAt = 0
  const dropExpired = (history: Map<string, number>) => {
    for (const [item, at] of history) {
      if (at > now() - timeWindow) return
      history.delete(item)
    }
  }
  return (key: string, item: string): number | null => {
    if (now() >= sweepAt) {
      sweepAt = now() + timeWindow
      for (const [other, history] of histories) {
        dropExpired(history)
        if (history.size === 0) histories.delete(other)
      }
    }
    const history = histories.get(key) ?? new Map<string, number>()
    histories.set(key, history)
    dropExpired(history)
    if (history.has(item)) return null
    const [oldest] = history.values()
    if (oldest !== undefined && history.size >= max) return Math.ceil((oldest + timeWindow - now()) / 1000)
    history.set(item, now())
    return null
  }
}
