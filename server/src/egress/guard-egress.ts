import type { Config } from '#config/config.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { Destination } from './destination.ts'
import { destinationsOf } from './destinations.ts'
import { guardConnections } from './guard-connections.ts'

/** For what uses `fetch`: push services and the checks of a start. Neither reads more than a few words. */
const bounds = { longestMs: 30_000, mostBytes: 1024 * 1024 }
const maxWarnings = 100

/**
 * Lets this process connect to the servers its settings name and to `more`, and bounds every `fetch`. Each program of
 * the site calls it before it opens anything. What is refused is named on standard error, however the caller takes it.
 */
export function guardEgress(config: Config, more: readonly Destination[] = []): void {
  let warnings = 0
  guardConnections([...destinationsOf(config), ...more], (target) => {
    warnings += 1
    if (warnings <= maxWarnings) process.emitWarning(`refused to connect to ${target}`, { code: 'EGRESS' })
  })
  globalThis.fetch = boundedFetch(globalThis.fetch, bounds)
}
