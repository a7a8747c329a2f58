import type { Pool, PoolClient, QueryConfig } from 'pg'

/** The connection while somebody waits for an answer on it. */
type Lease = { client: Promise<PoolClient>; since: number; waiting: number; isHeld: boolean }

const longestLeaseMs = 1_000

/**
 * Makes `pool`, of one connection that pipelines, ask everything over it at once: nobody waits for the answer of another
 * before asking, and what is asked in one turn of the event loop is sent in one write. Half the cost of a short read is
 * that two processes wake each other; so they do it once for several. For prepared reads that take a millisecond or two:
 * answers come in the order of questions. What is asked while the connection breaks fails.
 *
 * After a second the connection is given back as soon as it is quiet, and until then others ask `wide`: an answer that takes
 * long keeps only those waiting who asked within that second, and `letHungGo` sees whether this connection hangs.
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
    if (lease && performance.now() - lease.since > longestLeaseMs) return wide.query(config, values)
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

/** Holds back what is written until everybody whose turn it is has asked. */
function holdUntilAsked(lease: Lease, { connection: { stream } }: PoolClient): void {
  if (lease.isHeld) return
  lease.isHeld = true
  stream.cork()
  setImmediate(() => {
    lease.isHeld = false
    stream.uncork()
  })
}
