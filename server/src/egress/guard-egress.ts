import type { Config } from '#config/config.ts'
import type { Destination } from './destination.ts'
import { destinationsOf } from './destinations.ts'
import { guardConnections } from './guard-connections.ts'

/** The limits of one `fetch`. */
type FetchBounds = { maxMs: number; maxBytes: number }

/** Errors a stream after `maxBytes`, counted after decompression. */
function limited(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) controller.error(new Error(`The response is larger than ${maxBytes} bytes.`))
      else controller.enqueue(chunk)
    },
  })
}

/** Sets a deadline and a size limit. Redirects fail, because their target was not checked. */
export const boundedFetch =
  (send: typeof fetch, { maxMs, maxBytes }: FetchBounds): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const response = await send(request, {
      redirect: request.redirect === 'follow' ? 'error' : request.redirect,
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(maxMs)]),
    })
    if (!response.body) return response
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(limited(maxBytes)), { status, statusText, headers })
  }

/** For all uses of `fetch`: push services and the checks at start, which read small responses. */
const bounds = { maxMs: 30_000, maxBytes: 1024 * 1024 }
const maxWarnings = 100

/**
 * Restricts this process to the servers in its settings and `more`. Call it before opening anything.
 * Refused connections are printed, even when the caller ignores the error.
 */
export function guardEgress(config: Config, more: readonly Destination[] = []): void {
  let warnings = 0
  guardConnections([...destinationsOf(config), ...more], (target) => {
    warnings += 1
    if (warnings <= maxWarnings) process.emitWarning(`refused to connect to ${target}`, { code: 'EGRESS' })
  })
  globalThis.fetch = boundedFetch(globalThis.fetch, bounds)
}
