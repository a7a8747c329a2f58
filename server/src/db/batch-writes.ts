import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'

type QueuedWrite = { config: QueryConfig; values: unknown[]; done: PromiseWithResolvers<QueryResult> }
type Outcome = PromiseSettledResult<QueryResult>

const maxBatch = 100

/** How long a locked row may delay a batch. Shorter than the deadlock timeout, which misses waits between batches. */
export const rowWaitMs = 250

/** Sorts by the locked row, so that two batches never deadlock. */
function inOrder(list: QueuedWrite[]): QueuedWrite[] {
  const lockedRow = ({ values }: QueuedWrite) => String(values[0])
  return list.toSorted((one, other) => {
    if (lockedRow(one) === lockedRow(other)) return 0
    return lockedRow(one) < lockedRow(other) ? -1 : 1
  })
}

/** Sends a transaction in one write. Returns the outcome of its commit, then that of each statement. */
async function sendAll(client: PoolClient, list: QueuedWrite[]): Promise<[Outcome, ...Outcome[]]> {
  const { stream } = client.connection
  stream.cork()
  const begun = client.query('begin')
  const answers = list.map(({ config, values }) => client.query(config, values))
  const ended = client.query('commit')
  stream.uncork()
  const [, ...outcomes] = await Promise.allSettled([begun, ended, ...answers])
  return outcomes
}

/** The server rejected the transaction and is reachable: nothing was committed. */
const isUndone = (end: Outcome) =>
  end.status === 'fulfilled'
    ? end.value.command === 'ROLLBACK'
    : end.reason instanceof DatabaseError && end.reason.severity === 'ERROR'

function settle({ done }: QueuedWrite, outcome: Outcome): void {
  if (outcome.status === 'fulfilled') done.resolve(outcome.value)
  else done.reject(outcome.reason)
}

/**
 * Makes `pool`, one pipelining connection, run at most 100 queries in one transaction: a commit costs about the same
 * for all as for one. Only for prepared single-statement writes that first lock the row named by their first value.
 * Rejected statements, or ones that wait longer than `rowWaitMs`, run alone over `wide`. When the connection breaks,
 * the queries in flight fail, committed or not.
 */
export function batchWrites(pool: Pool, wide: Pool): Pool {
  const waiting: QueuedWrite[] = []
  let isUnderWay = false

  async function together(list: QueuedWrite[]): Promise<void> {
    const client = await pool.connect()
    const [end, ...outcomes] = await sendAll(client, list).finally(() => client.release())
    for (const [index, write] of list.entries())
      if (isUndone(end)) wide.query(write.config, write.values).then(write.done.resolve, write.done.reject)
      else settle(write, end.status === 'rejected' ? end : outcomes[index]!)
  }

  async function workOff(): Promise<void> {
    while (waiting.length > 0) {
      const list = inOrder(waiting.splice(0, maxBatch))
      await together(list).catch((error: unknown) => list.forEach(({ done }) => done.reject(error)))
    }
    isUnderWay = false
  }

  function query(config: QueryConfig, values: unknown[] = []): Promise<QueryResult> {
    const done = Promise.withResolvers<QueryResult>()
    waiting.push({ config, values, done })
    // Wait for the other writes of this event-loop turn.
    if (!isUnderWay) setImmediate(() => void workOff())
    isUnderWay = true
    return done.promise
  }

  return Object.assign(pool, { query })
}
