import type { Database } from '#db/database.ts'
import type { MovingClock } from '#time/clock.ts'
import { readSetting } from '#payments/settings.ts'
import type { Services } from '#services.ts'
import { endAbandonedRun } from './runs.ts'

/** Returns how far the simulated clock is ahead of real time, in milliseconds. */
export const simulatedAheadMs = async (db: Database) =>
  Number((await readSetting(db, 'rehearsal_ahead_ms')) ?? 0)

/** Ends a run that the last shutdown interrupted. Call before anything reads the time, never with live keys. */
export async function restoreSimulator({
  db,
  clock,
}: Pick<Services, 'db'> & { clock: MovingClock }): Promise<void> {
  const aheadMs = await simulatedAheadMs(db)
  if (aheadMs > clock.aheadMs()) clock.advance(aheadMs - clock.aheadMs())
  await endAbandonedRun({ db })
}
