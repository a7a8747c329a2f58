import type { Leap } from '@touchline/contract/simulator.ts'
import { unavailable } from '#errors.ts'
import { daysBetween, leapFrom } from './calendar.ts'
import { liveOn, type Stage } from './live-on.ts'
import { keepMove } from './move-clock.ts'
import { beginRun, endRun, lastRun, noteReached } from './runs.ts'
import type { RunRow } from './schema.ts'

/** Moves a club's clock, one run at a time. */
export type Rehearsal = {
  /** Begins a run and answers at once. Refuses with 409 while one is under way. */
  advance(leap: Leap): Promise<RunRow>
  /** Resolves when no run is under way. */
  finished(): Promise<void>
  /** Stops a run where it is and waits for that; what it reached is kept. */
  stop(): Promise<void>
}

export function openRehearsal(stage: Stage): Rehearsal {
  const stopping = new AbortController()
  let underWay: Promise<void> = Promise.resolve()
  return {
    async advance(leap) {
      if (stopping.signal.aborted)
        throw unavailable('The site is being stopped. Please try again in a moment.')
      const before = await lastRun(stage.db)
      const fromAt = stage.clock.now()
      const run = await beginRun(stage, { leap, fromAt, toAt: leapFrom(fromAt, leap) })
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

async function liveThrough(stage: Stage, run: RunRow, since: Date, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = stage
  try {
    let from = since
    for (const day of daysBetween(run.fromAt, run.toAt)) {
      await db.transaction((tx) => keepMove(tx, clock, day))
      await liveOn(stage, from, day, signal)
      await noteReached(db, run, day)
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
