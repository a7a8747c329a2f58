import type { FastifyRateLimitStore } from '@fastify/rate-limit'

type Counted = { current: number; ttl: number }
type Callback = (error: Error | null, counted?: Counted) => void

const maxKeys = 5_000

/**
 * Counts calls in memory, per key, in a window that starts with the first call. The store of
 * @fastify/rate-limit passes the same object to every callback and mutates it before it is read: of twenty
 * simultaneous calls, nineteen would be refused where ten are allowed.
 */
export class RateStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { count: number; startedAt: number }>()

  incr(key: string, callback: Callback, timeWindow = 0): void {
    const now = Date.now()
    const known = this.#windows.get(key)
    const isOver = !known || known.startedAt + timeWindow <= now
    const { count, startedAt } = isOver ? { count: 0, startedAt: now } : known
    // A Map keeps insertion order, so the first key is the least recently counted.
    this.#windows.delete(key)
    if (this.#windows.size >= maxKeys) this.#windows.delete(this.#windows.keys().next().value!)
    this.#windows.set(key, { count: count + 1, startedAt })
    callback(null, { current: count + 1, ttl: startedAt + timeWindow - now })
  }

  read(key: string, callback: Callback, timeWindow = 0): void {
    const now = Date.now()
    const known = this.#windows.get(key)
    if (!known || known.startedAt + timeWindow <= now) return callback(null, { current: 0, ttl: 0 })
    callback(null, { current: known.count, ttl: known.startedAt + timeWindow - now })
  }

  /** Each route gets its own store. */
  child(): RateStore {
    return new RateStore()
  }
}
