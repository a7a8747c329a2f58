import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'

/**
 * A cache of values whose rows have not changed as long as their versions (`xmin`) are the same. A new connection
 * empties it, because after a failover another transaction may have the number of one that was lost.
 */
export function versionCache<Value extends object>({ $client }: { $client: Pool }, max: number) {
  const cache = new LRUCache<string, Value>({ max })
  $client.on('connect', () => cache.clear())
  return cache
}
