const last = new Map<string, Promise<unknown>>()

/**
 * Runs work that belongs to the same key one after the other within this process, so that clicks that arrive
 * together do not race to the provider. Between processes the stored idempotency keys do the same.
 */
export async function withLock<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = last.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  last.set(key, mine)
  try {
    return await mine
  } finally {
    if (last.get(key) === mine) last.delete(key)
  }
}

/**
 * The same for work whose result is everybody's, like asking how things stand: however many ask, one run is under way
 * and one waits. All who come meanwhile share the one that waits, for it begins after they asked.
 */
export function sharedLock<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const waiting = new Map<string, Promise<Result>>()
  return (key, work) => {
    const shared = waiting.get(key)
    if (shared) return shared
    const mine = withLock(key, () => {
      waiting.delete(key)
      return work()
    })
    waiting.set(key, mine)
    return mine
  }
}
