import type { Config } from '#config/config.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { Destination } from './destination.ts'
import { destinationsOf } from './destinations.ts'
import { guardConnections } from './guard-connections.ts'

/** For all uses of `fetch`: push services and the checks at start, which read small responses. */
const bounds = { maxMs: 30_000, maxBytes: 1024 * 1024 }
const maxWarnings = 100

/**
 * Restricts this process to the servers in its settings and `more`, and bounds every `fetch`. Every program
 * of the site calls it before opening anything. Refused connections are printed to standard error, even when
 * the caller ignores the error.
 */
export function guardEgress(config: Config, more: readonly Destination[] = []): void {
  let warnings = 0
  guardConnections([...destinationsOf(config), ...more], (target) => {
    warnings += 1
    if (warnings <= maxWarnings) process.emitWarning(`refused to connect to ${target}`, { code: 'EGRESS' })
  })
  globalThis.fetch = boundedFetch(globalThis.fetch, bounds)
}
