const last = new Map<string, Promise<unknown>>()

/**
 * Runs work with the same key one after the other within this process, so that simultaneous clicks do not
 * race to the provider. Across processes the stored idempotency keys do the same.
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
 * Like `withLock`, for work whose result all callers can share, such as reading a status. At most one run is
 * active and one is waiting. Callers that arrive in the meantime share the waiting run, because it starts
 * after their call.
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
