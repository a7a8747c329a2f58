const last = new Map<string, Promise<unknown>>()

/** Keeps simultaneous clicks from racing to the provider. Across processes stored idempotency keys do the same. */
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

/** Shares one result among callers. Those who arrive during a run share the next one, which starts after their call. */
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
