const atOnce = 4

/**
 * Runs `work` for each item, four at a time. After a failure no further item is started, the running ones are
 * aborted and awaited, and then the first error, or the reason of `stop`, is thrown.
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
      // A second abort does not change the reason.
      failing.abort(error)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  failing.signal.throwIfAborted()
}
