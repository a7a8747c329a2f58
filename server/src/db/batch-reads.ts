import type { Pool, PoolClient, QueryConfig } from 'pg'

/** The queries of one write, and how many of them have no result yet. */
type Batch = { left: number }

/** The connection while queries are waiting on it. At most one batch is under way. */
type Lease = {
  client: Promise<PoolClient>
  since: number
  waiting: number
  underWay: Batch | null
  next: Batch | null
}

const maxLeaseMs = 1_000

/**
 * Makes `pool`, one pipelining connection, send all queries that arrive while a batch is under way in one write: half
 * the cost of a short read is that two processes wake each other, and results arrive in order anyway. Only for prepared
 * reads that take a millisecond or two. After a second further queries go to `wide` until the connection is idle, so
 * that a slow result delays only that second, and `onWide` is called. Queries in flight fail when the connection breaks.
 */
export function batchReads(pool: Pool, wide: Pool, onWide: () => void): Pool {
  let lease: Lease | null = null

  const take = (): Lease => ({
    client: pool.connect(),
    since: performance.now(),
    waiting: 0,
    underWay: null,
    next: null,
  })

  async function releaseLease(over: Lease): Promise<void> {
    lease = null
    const client = await over.client.catch(() => null)
    client?.release()
  }

  async function query(config: QueryConfig, values?: unknown[]) {
    if (lease && performance.now() - lease.since > maxLeaseMs) {
      onWide()
      return wide.query(config, values)
    }
    lease ??= take()
    const ours = lease
    ours.waiting += 1
    try {
      const client = await ours.client
      return await queryInBatch(ours, client, () => client.query(config, values))
    } finally {
      ours.waiting -= 1
      if (ours.waiting === 0) void releaseLease(ours)
    }
  }

  return Object.assign(pool, { query })
}

async function queryInBatch<Result>(
  lease: Lease,
  { connection: { stream } }: PoolClient,
  run: () => Promise<Result>,
): Promise<Result> {
  const sendSoon = () =>
    setImmediate(() => {
      lease.underWay = lease.next
      lease.next = null
      stream.uncork()
      continueAfter(lease.underWay)
    })
  const continueAfter = (batch: Batch | null) => {
    if (batch?.left !== 0 || batch !== lease.underWay) return
    lease.underWay = null
    if (lease.next) sendSoon()
  }
  if (!lease.next) {
    lease.next = { left: 0 }
    stream.cork()
    if (!lease.underWay) sendSoon()
  }
  const batch = lease.next
  batch.left += 1
  try {
    return await run()
  } finally {
    batch.left -= 1
    continueAfter(batch)
  }
}
