import type { FastifyRateLimitStore } from '@fastify/rate-limit'

type Counted = { current: number; ttl: number }
type Answer = (error: Error | null, counted?: Counted) => void

const maxKeys = 5_000

/**
 * Counts calls in memory, each key in a window that begins with its first call. The store of @fastify/rate-limit gives
 * every caller the same object, which later calls change before it is read: of twenty calls at once all would see
 * twenty, and nineteen be refused where ten are allowed.
 */
export class RateStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { count: number; startedAt: number }>()

  incr(key: string, answer: Answer, timeWindow = 0): void {
    const now = Date.now()
    const known = this.#windows.get(key)
    const isOver = !known || known.startedAt + timeWindow <= now
    const { count, startedAt } = isOver ? { count: 0, startedAt: now } : known
    // Maps keep the order in which keys came: the one that was counted longest ago goes.
    this.#windows.delete(key)
    if (this.#windows.size >= maxKeys) this.#windows.delete(this.#windows.keys().next().value!)
    this.#windows.set(key, { count: count + 1, startedAt })
    answer(null, { current: count + 1, ttl: startedAt + timeWindow - now })
  }

  read(key: string, answer: Answer, timeWindow = 0): void {
    const now = Date.now()
    const known = this.#windows.get(key)
    if (!known || known.startedAt + timeWindow <= now) return answer(null, { current: 0, ttl: 0 })
    answer(null, { current: known.count, ttl: known.startedAt + timeWindow - now })
  }

  /** One of its own for each route. */
  child(): RateStore {
    return new RateStore()
  }
}
