import type { Pool, PoolClient, QueryConfig } from 'pg'

/** The connection while queries are waiting on it. */
type Lease = { client: Promise<PoolClient>; since: number; waiting: number; isHeld: boolean }

const maxLeaseMs = 1_000

/**
 * Makes `pool`, one pipelining connection, send all queries over it at once. Queries of one event-loop turn
 * leave in one write, because half the cost of a short read is that two processes wake each other. Only for
 * prepared reads that take a millisecond or two: results arrive in order. Queries in flight fail when the
 * connection breaks.
 * After a second the connection is released as soon as it is idle, and until then further queries go to
 * `wide`. So a slow result delays only the queries of that second, and `breakHungConnections` notices when
 * the connection hangs.
 */
export function batchReads(pool: Pool, wide: Pool): Pool {
  let lease: Lease | null = null

  const take = (): Lease => ({ client: pool.connect(), since: performance.now(), waiting: 0, isHeld: false })

  async function releaseLease(over: Lease): Promise<void> {
    lease = null
    const client = await over.client.catch(() => null)
    client?.release()
  }

  async function query(config: QueryConfig, values?: unknown[]) {
    if (lease && performance.now() - lease.since > maxLeaseMs) return wide.query(config, values)
    lease ??= take()
    const ours = lease
    ours.waiting += 1
    try {
      const client = await ours.client
      holdUntilAsked(ours, client)
      return await client.query(config, values)
    } finally {
      ours.waiting -= 1
      if (ours.waiting === 0) void releaseLease(ours)
    }
  }

  return Object.assign(pool, { query })
}

/** Buffers writes until every query of this turn is queued. */
function holdUntilAsked(lease: Lease, { connection: { stream } }: PoolClient): void {
  if (lease.isHeld) return
  lease.isHeld = true
  stream.cork()
  setImmediate(() => {
    lease.isHeld = false
    stream.uncork()
  })
}
