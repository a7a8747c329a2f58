import type { SimulatorCounts, Simulator } from '@touchline/contract/simulator.ts'
import type { Queryable } from '#db/database.ts'
import { countTotals } from './counts.ts'
import { booksAt, membersByState } from './queries.ts'
import type { RunRow } from './schema.ts'

export type SimulatorStats = Pick<Simulator, 'members' | 'books'> & { counted: SimulatorCounts }

const sharedForMs = 5000

/**
 * What the page shows of members and books, each a look at every row. Whoever asks within five seconds while the clock
 * is moving gets the same; when it stands still, what is true now. The club's clock runs ahead, so real time counts.
 */
export function statsReader(db: Queryable): (run: RunRow | null, now: Date) => Promise<SimulatorStats> {
  let shared: { runId: string; takenMs: number; figures: Promise<SimulatorStats> } | null = null
  return (run, now) => {
    if (run?.state !== 'running') return measure(db, now)
    const nowMs = performance.now()
    if (shared?.runId !== run.id || nowMs - shared.takenMs > sharedForMs)
      shared = { runId: run.id, takenMs: nowMs, figures: measure(db, now) }
    return shared.figures
  }
}

const measure = async (db: Queryable, now: Date): Promise<SimulatorStats> => ({
  counted: await countTotals(db),
  members: await membersByState(db, now),
  books: await booksAt(db, now),
})
