type Asked<Row> = PromiseWithResolvers<Row | undefined>

/** A read that takes longer no longer delays the ones after it. */
const maxWaitMs = 1_000

/**
 * Reads rows by key, in one query for all keys requested while the previous query runs. Each row is read after its
 * request.
 */
export function readTogether<Row>(read: (keys: string[]) => Promise<Map<string, Row>>) {
  let waiting = new Map<string, Asked<Row>>()
  let underWaySince: number | null = null
  let isScheduled = false

  async function send(): Promise<void> {
    const asked = waiting
    const since = performance.now()
    waiting = new Map()
    underWaySince = since
    try {
      const rows = await read([...asked.keys()])
      for (const [key, { resolve }] of asked) resolve(rows.get(key))
    } catch (error) {
      for (const { reject } of asked.values()) reject(error)
    } finally {
      if (underWaySince === since) underWaySince = null
      if (underWaySince === null && waiting.size > 0) void send()
    }
  }

  return (key: string): Promise<Row | undefined> => {
    const asked: Asked<Row> = waiting.get(key) ?? Promise.withResolvers()
    waiting.set(key, asked)
    const isFree = underWaySince === null || performance.now() - underWaySince > maxWaitMs
    if (isFree && !isScheduled) {
      isScheduled = true
      // The requests of one event-loop turn share a query, too.
      setImmediate(() => {
        isScheduled = false
        if (waiting.size > 0) void send()
      })
    }
    return asked.promise
  }
}
