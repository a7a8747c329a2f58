const atOnce = 4

/**
 * Does `work` with each item, four at a time. When one fails no other is begun, the signal tells those that are under
 * way, and they are waited for: nothing is at work any more when this throws what the first one threw, or the reason
 * `stop` was aborted with.
 */
export async function parallelMap<Item>(
  items: Iterable<Item>,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
  stop?: AbortSignal,
): Promise<void> {
  const failing = new AbortController()
  const signal = stop ? AbortSignal.any([stop, failing.signal]) : failing.signal
  const left = [...items].values()
  const lane = async () => {
    try {
      for (const item of left) {
        signal.throwIfAborted()
        await work(item, signal)
      }
    } catch (error) {
      // What it is aborted with first stays its reason.
      failing.abort(error)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  failing.signal.throwIfAborted()
}
