import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'

type QueuedWrite = { config: QueryConfig; values: unknown[]; done: PromiseWithResolvers<QueryResult> }
type Outcome = PromiseSettledResult<QueryResult>

const maxBatch = 100

/**
 * How long a row may keep all of a transaction waiting, before each of its statements waits for its own row alone. Less than
 * the server lets pass before it looks for deadlocks: those who wait for each other are never found so.
 */
export const rowWaitMs = 250

/** Rows are locked in one order, so that two of these transactions never wait for each other. */
function inOrder(list: QueuedWrite[]): QueuedWrite[] {
  const locked = ({ values }: QueuedWrite) => String(values[0])
  return list.toSorted((one, other) => {
    if (locked(one) === locked(other)) return 0
    return locked(one) < locked(other) ? -1 : 1
  })
}

/** Sends a transaction in one write; how its end came out stands first, then what each statement was answered. */
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

/** The server refused and is still there: nothing of the transaction was kept. */
const isUndone = (end: Outcome) =>
  end.status === 'fulfilled'
    ? end.value.command === 'ROLLBACK'
    : end.reason instanceof DatabaseError && end.reason.severity === 'ERROR'

function settle({ done }: QueuedWrite, outcome: Outcome): void {
  if (outcome.status === 'fulfilled') done.resolve(outcome.value)
  else done.reject(outcome.reason)
}

/**
 * Makes `pool`, of one connection that pipelines, do together what is asked of it: what comes while a transaction is under
 * way is the next one, 100 statements at most. A commit costs as much for one statement as for a hundred, and those that
 * send notices wait for each other. Each is answered when what it did is kept.
 *
 * For prepared statements that are a whole act each, take a millisecond or two, and lock first the row that their first
 * value names. When the database refuses one of them, or a row is locked for longer than `rowWaitMs`, each goes alone over
 * `wide`: nobody fails because of another. What is under way when the connection breaks fails, kept or not.
 */
export function batchWrites(pool: Pool, wide: Pool): Pool {
  const waiting: QueuedWrite[] = []
  let isUnderWay = false

  async function together(list: QueuedWrite[]): Promise<void> {
    const client = await pool.connect()
    const [end, ...outcomes] = await sendAll(client, list).finally(() => client.release())
    for (const [index, asked] of list.entries())
      if (isUndone(end)) wide.query(asked.config, asked.values).then(asked.done.resolve, asked.done.reject)
      else settle(asked, end.status === 'rejected' ? end : outcomes[index]!)
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
    // Everybody whose turn it is asks first.
    if (!isUnderWay) setImmediate(() => void workOff())
    isUnderWay = true
    return done.promise
  }

  return Object.assign(pool, { query })
}
