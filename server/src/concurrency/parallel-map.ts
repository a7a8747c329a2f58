const atOnce = 4

/** Runs four at a time. After a failure it aborts and awaits the running ones, then throws the first error. */
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
