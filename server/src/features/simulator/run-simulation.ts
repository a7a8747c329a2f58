import type { Leap } from '@touchline/contract/simulator.ts'
import { unavailable } from '#errors.ts'
import { daysBetween, leapEnd } from './calendar.ts'
import { advanceClock, type SimulatorContext } from './advance-clock.ts'
import { beginRun, endRun, lastRun, recordProgress } from './runs.ts'
import type { RunRow } from './schema.ts'
import type { Queryable } from '#db/database.ts'
import { shiftSessions } from '#features/accounts/shift-sessions.ts'
import type { MovingClock } from '#time/clock.ts'
import { writeSetting } from '#payments/settings.ts'

/** Extends all sessions accordingly. Call before `clock.advance`, so that time never goes back after a restart. */
async function saveClockMove(tx: Queryable, clock: MovingClock, to: Date): Promise<void> {
  const byMs = to.getTime() - clock.now().getTime()
  if (byMs <= 0) return
  await writeSetting(tx, clock, 'rehearsal_ahead_ms', String(clock.aheadMs() + byMs))
  await shiftSessions(tx, byMs)
}

/** Moves a club's clock, one run at a time. */
export type Simulator = {
  /** Starts a run and returns immediately. Throws 409 while one is in progress. */
  advance(leap: Leap): Promise<RunRow>
  /** Resolves when no run is in progress. */
  finished(): Promise<void>
  /** Interrupts a run, keeps its progress, and resolves when it has stopped. */
  stop(): Promise<void>
}

export function openSimulator(context: SimulatorContext): Simulator {
  const stopping = new AbortController()
  let current: Promise<void> = Promise.resolve()
  return {
    async advance(leap) {
      if (stopping.signal.aborted)
        throw unavailable('The site is being stopped. Please try again in a moment.')
      const before = await lastRun(context.db)
      const fromAt = context.clock.now()
      const run = await beginRun(context, { leap, fromAt, toAt: leapEnd(fromAt, leap) })
      // First catch up on the recurring jobs that the interrupted run did not reach.
      const isLeftOver = before?.state === 'interrupted' || before?.state === 'failed'
      current = runDays(context, run, isLeftOver ? before.reachedAt : fromAt, stopping.signal)
      return run
    },
    finished: () => current,
    async stop() {
      stopping.abort()
      await current
    },
  }
}

async function runDays(
  context: SimulatorContext,
  run: RunRow,
  since: Date,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = context
  try {
    let from = since
    for (const day of daysBetween(run.fromAt, run.toAt)) {
      await db.transaction((tx) => saveClockMove(tx, clock, day))
      await advanceClock(context, from, day, signal)
      await recordProgress(db, run, day)
      from = day
    }
    await endRun(db, run, 'done')
  } catch (error) {
    if (!signal.aborted) log.error({ err: error, runId: run.id }, 'advancing the clock failed')
    await endRun(db, run, signal.aborted ? 'interrupted' : 'failed').catch((reason: unknown) =>
      // The next startup finds the run still 'running' and ends it.
      log.error({ err: reason, runId: run.id }, 'recording the end of a run failed'),
    )
  }
}
