import { LRUCache } from 'lru-cache'
import type { ChangeFeed, Kind } from './change-feed.ts'

type Entry<Value> = { version: string; reading: Promise<Value> }

type Read<Value> = {
  /** The id of the person or post whose changes drop the value, or anything else. */
  key: string
  /** A value that was read for another version is read again. */
  version?: string
  read: () => Promise<Value>
}

/**
 * Caches what is read for viewers, until a change of its key or of these kinds. A read is cached from its start on, so
 * that a change during the read drops it. Viewers who might miss a change read for themselves. Failures are not cached.
 */
export function readCache<Value>(
  changes: Pick<ChangeFeed, 'onChange'>,
  { max, until }: { max: number; until: Kind[] },
) {
  const entries = new LRUCache<string, Entry<Value>>({ max })
  changes.onChange((about) => {
    if (about === null || until.some((kind) => kind === about)) entries.clear()
    else entries.delete(about)
  })
  return (
    { mayUseCaches }: { mayUseCaches?: boolean },
    { key, version = '', read }: Read<Value>,
  ): Promise<Value> => {
    if (!mayUseCaches) return read()
    const known = entries.get(key)
    if (known?.version === version) return known.reading
    const entry = { version, reading: read() }
    entries.set(key, entry)
    entry.reading.catch(() => {
      if (entries.peek(key) === entry) entries.delete(key)
    })
    return entry.reading
  }
}
