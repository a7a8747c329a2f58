import type { Services } from '#services.ts'
import type { Changed } from './live-notice.ts'

/** A value of the database, cached until it is dropped. */
type CachedRead<T> = { read: () => Promise<T>; drop: () => void }

/**
 * Caches what `read` returns until a change in any process for which `isChange` returns true. While changes may be
 * missed, every call reads. A failure is not cached.
 */
export function cachedRead<T>(
  live: Services['live'],
  { read, isChange }: { read: () => Promise<T>; isChange: (what: Changed) => boolean },
): CachedRead<T> {
  let cached: Promise<T> | null = null
  const drop = () => {
    cached = null
  }
  live.onChange((what) => {
    if (what === undefined || isChange(what)) drop()
  })
  return {
    drop,
    async read() {
      const reading = (live.isListening() && cached) || read()
      cached = reading
      try {
        return await reading
      } catch (error) {
        if (cached === reading) cached = null
        throw error
      }
    },
  }
}
