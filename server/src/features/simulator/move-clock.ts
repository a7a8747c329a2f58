import type { Queryable } from '#db/database.ts'
import { moveSessions } from '#features/accounts/move-sessions.ts'
import type { MovingClock } from '#time/clock.ts'
import { writeSetting } from '#payments/settings.ts'

/**
 * Keeps in `tx` that the clock is going to be at `to`, with everybody's session taken along; the clock itself follows
 * with `clock.advance`. Written first, so that after a stop the time never jumps back.
 */
export async function keepMove(tx: Queryable, clock: MovingClock, to: Date): Promise<void> {
  const byMs = to.getTime() - clock.now().getTime()
  if (byMs <= 0) return
  await writeSetting(tx, clock, 'rehearsal_ahead_ms', String(clock.aheadMs() + byMs))
  await moveSessions(tx, byMs)
}
