import type { SimulatorCounts, Leap, SimulatorRun } from '@touchline/contract/simulator.ts'
import { desc, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { isUniqueViolation, type Queryable } from '#db/database.ts'
import { conflict } from '#errors.ts'
import type { Services } from '#services.ts'
import { formatDay } from '#time/format-date.ts'
import { countTotals, countsSince } from './counts.ts'
import { simulatorRuns, type RunRow } from './schema.ts'

type NewRun = { leap: Leap; fromAt: Date; toAt: Date }

/** Inserts a run. Throws 409 while another one is in progress. */
export async function beginRun(
  { db }: Pick<Services, 'db'>,
  { leap, fromAt, toAt }: NewRun,
): Promise<RunRow> {
  const row = { id: uuid(), leap, state: 'running', fromAt, toAt, reachedAt: fromAt, happened: null } as const
  try {
    const countedBefore = await countTotals(db)
    const [begun] = await db
      .insert(simulatorRuns)
      .values({ ...row, countedBefore })
      .returning()
    return begun!
  } catch (error) {
    if (!isUniqueViolation(error, 'rehearsal_runs_one_running')) throw error
    throw conflict('The clock is being moved already. Please wait until it has arrived.')
  }
}

/** Records that every day up to `reachedAt` has been simulated. */
export async function recordProgress(tx: Queryable, { id }: RunRow, reachedAt: Date): Promise<void> {
  await tx.update(simulatorRuns).set({ reachedAt }).where(eq(simulatorRuns.id, id))
}

export async function endRun(
  db: Queryable,
  { id, countedBefore }: RunRow,
  state: 'done' | 'interrupted' | 'failed',
): Promise<void> {
  const happened = countsSince(countedBefore, await countTotals(db))
  await db.update(simulatorRuns).set({ state, happened }).where(eq(simulatorRuns.id, id))
}

/** Ends a run that a shutdown interrupted. Call at startup. */
export async function endAbandonedRun({ db }: Pick<Services, 'db'>): Promise<void> {
  const [left] = await db.select().from(simulatorRuns).where(eq(simulatorRuns.state, 'running'))
  if (left) await endRun(db, left, 'interrupted')
}

export async function lastRun(db: Queryable): Promise<RunRow | null> {
  const [last] = await db.select().from(simulatorRuns).orderBy(desc(simulatorRuns.id)).limit(1)
  return last ?? null
}

/** Returns a run as the page shows it; `counted` are the current totals. */
export function toRun(row: RunRow, counted: SimulatorCounts): SimulatorRun {
  const [from, to, reached] = [row.fromAt, row.toAt, row.reachedAt].map((at) => at.getTime())
  return {
    id: row.id,
    leap: row.leap,
    state: row.state,
    fromAt: row.fromAt.toISOString(),
    toAt: row.toAt.toISOString(),
    reachedAt: row.reachedAt.toISOString(),
    percent: Math.floor(((reached! - from!) / (to! - from!)) * 100),
    words: statusText(row),
    happened: row.happened ?? countsSince(row.countedBefore, counted),
  }
}

function statusText({ state, fromAt, toAt, reachedAt }: RunRow): string {
  const [from, to, reached] = [fromAt, toAt, reachedAt].map(formatDay)
  switch (state) {
    case 'running':
      return `On the way from ${from} to ${to}: it is ${reached}.`
    case 'done':
      return `The club has lived from ${from} to ${to}.`
    case 'interrupted':
      return `The server stopped on the way to ${to}. Everything up to ${reached} has happened; move the clock again to go on.`
    default:
      return `The work of the day after ${reached} could not be finished, so the clock stopped on the way to ${to}. The server's log says why.`
  }
}
