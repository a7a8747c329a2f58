/** What one request of `fetch` may cost. */
export type FetchBounds = { longestMs: number; mostBytes: number }

/** Ends with an error what is longer than it may be, counted after decompression. */
function limited(mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) controller.error(new Error(`The answer is longer than ${mostBytes} bytes.`))
      else controller.enqueue(chunk)
    },
  })
}

/**
 * A `fetch` with a deadline for the whole answer and a limit on its size, which follows no redirect: nobody has checked
 * where it leads.
 */
export const boundedFetch =
  (send: typeof fetch, { longestMs, mostBytes }: FetchBounds): typeof fetch =>
  async (input, init) => {
    const asked = new Request(input, init)
    const answer = await send(asked, {
      redirect: asked.redirect === 'follow' ? 'error' : asked.redirect,
      signal: AbortSignal.any([asked.signal, AbortSignal.timeout(longestMs)]),
    })
    if (!answer.body) return answer
    const { status, statusText, headers } = answer
    return new Response(answer.body.pipeThrough(limited(mostBytes)), { status, statusText, headers })
  }
