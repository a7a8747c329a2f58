import type { Database } from '#db/database.ts'
import type { MovingClock } from '#time/clock.ts'
import { readSetting } from '#payments/settings.ts'
import type { Services } from '#services.ts'
import { endAbandonedRun } from './runs.ts'

/** How far rehearsals so far have brought the club ahead of the real time, in milliseconds. */
export const simulatedAheadMs = async (db: Database) =>
  Number((await readSetting(db, 'rehearsal_ahead_ms')) ?? 0)

/**
 * Puts the clock where rehearsals so far have brought it, and ends a run the last stop cut off. Call once at the start,
 * before anything else reads the time, and never with real keys.
 */
export async function restoreSimulator({
  db,
  clock,
}: Pick<Services, 'db'> & { clock: MovingClock }): Promise<void> {
  const aheadMs = await simulatedAheadMs(db)
  if (aheadMs > clock.aheadMs()) clock.advance(aheadMs - clock.aheadMs())
  await endAbandonedRun({ db })
}
