type PendingRead<Row> = PromiseWithResolvers<Row | undefined>

/** A slower read does not delay later ones. */
const maxWaitMs = 1_000

/**
 * Reads rows by key, in one query for all keys requested while the previous query runs. Each row is read after its
 * request.
 */
export function readTogether<Row>(read: (keys: string[]) => Promise<Map<string, Row>>) {
  let waiting = new Map<string, PendingRead<Row>>()
  let startedAt: number | null = null
  let isScheduled = false
  let timer: NodeJS.Timeout | undefined

  const sendWaiting = () => {
    if (waiting.size > 0) void send()
  }

  async function send(): Promise<void> {
    const batch = waiting
    const start = performance.now()
    waiting = new Map()
    startedAt = start
    clearTimeout(timer)
    timer = undefined
    try {
      const rows = await read([...batch.keys()])
      for (const [key, { resolve }] of batch) resolve(rows.get(key))
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    } finally {
      if (startedAt === start) startedAt = null
      if (startedAt === null) sendWaiting()
    }
  }

  return (key: string): Promise<Row | undefined> => {
    const pending: PendingRead<Row> = waiting.get(key) ?? Promise.withResolvers()
    waiting.set(key, pending)
    const waitMs = startedAt === null ? 0 : startedAt + maxWaitMs - performance.now()
    if (waitMs > 0) timer ??= setTimeout(sendWaiting, waitMs)
    else if (!isScheduled) {
      isScheduled = true
      // Requests of the same turn of the event loop share a query.
      setImmediate(() => {
        isScheduled = false
        sendWaiting()
      })
    }
    return pending.promise
  }
}
