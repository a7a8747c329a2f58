import type { SimulatorCounts, Simulator } from '@touchline/contract/simulator.ts'
import type { Queryable } from '#db/database.ts'
import { countTotals } from './counts.ts'
import { booksAt, membersByState } from './queries.ts'
import type { RunRow } from './schema.ts'

export type SimulatorStats = Pick<Simulator, 'members' | 'books'> & { counted: SimulatorCounts }

const cacheMs = 5000

/** Each number scans a table, so they are cached for five seconds of real time while the clock is moving. */
export function statsReader(db: Queryable): (run: RunRow | null, now: Date) => Promise<SimulatorStats> {
  let cached: { runId: string; readAtMs: number; figures: Promise<SimulatorStats> } | null = null
  return (run, now) => {
    if (run?.state !== 'running') return measure(db, now)
    const nowMs = performance.now()
    if (cached?.runId !== run.id || nowMs - cached.readAtMs > cacheMs)
      cached = { runId: run.id, readAtMs: nowMs, figures: measure(db, now) }
    return cached.figures
  }
}

const measure = async (db: Queryable, now: Date): Promise<SimulatorStats> => ({
  counted: await countTotals(db),
  members: await membersByState(db, now),
  books: await booksAt(db, now),
})
