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

/**
 * Keeps in `tx` that the clock is going to be at `to`, with everybody's session taken along; the clock itself follows
 * with `clock.advance`. Written first, so that after a stop the time never jumps back.
 */
async function keepMove(tx: Queryable, clock: MovingClock, to: Date): Promise<void> {
  const byMs = to.getTime() - clock.now().getTime()
  if (byMs <= 0) return
  await writeSetting(tx, clock, 'rehearsal_ahead_ms', String(clock.aheadMs() + byMs))
  await shiftSessions(tx, byMs)
}

/** Moves a club's clock, one run at a time. */
export type Simulator = {
  /** Begins a run and answers at once. Refuses with 409 while one is under way. */
  advance(leap: Leap): Promise<RunRow>
  /** Resolves when no run is under way. */
  finished(): Promise<void>
  /** Stops a run where it is and waits for that; what it reached is kept. */
  stop(): Promise<void>
}

export function openSimulator(stage: SimulatorContext): Simulator {
  const stopping = new AbortController()
  let underWay: Promise<void> = Promise.resolve()
  return {
    async advance(leap) {
      if (stopping.signal.aborted)
        throw unavailable('The site is being stopped. Please try again in a moment.')
      const before = await lastRun(stage.db)
      const fromAt = stage.clock.now()
      const run = await beginRun(stage, { leap, fromAt, toAt: leapEnd(fromAt, leap) })
      // What a stopped run did not come to is done first: its recurring work has not run.
      const isLeftOver = before?.state === 'interrupted' || before?.state === 'failed'
      underWay = liveThrough(stage, run, isLeftOver ? before.reachedAt : fromAt, stopping.signal)
      return run
    },
    finished: () => underWay,
    async stop() {
      stopping.abort()
      await underWay
    },
  }
}

async function liveThrough(
  stage: SimulatorContext,
  run: RunRow,
  since: Date,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = stage
  try {
    let from = since
    for (const day of daysBetween(run.fromAt, run.toAt)) {
      await db.transaction((tx) => keepMove(tx, clock, day))
      await advanceClock(stage, from, day, signal)
      await recordProgress(db, run, day)
      from = day
    }
    await endRun(db, run, 'done')
  } catch (error) {
    if (!signal.aborted) log.error({ err: error, runId: run.id }, 'the clock could not be moved any further')
    await endRun(db, run, signal.aborted ? 'interrupted' : 'failed').catch((reason: unknown) =>
      // The next start finds it running and ends it.
      log.error({ err: reason, runId: run.id }, 'it could not be noted how a rehearsal ended'),
    )
  }
}
