/** The limits of one `fetch`. */
export type FetchBounds = { maxMs: number; maxBytes: number }

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

/**
 * Wraps `fetch` with a deadline for the whole response and a size limit. Redirects fail, because their target
 * was not checked.
 */
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
