import { setTimeout as pause } from 'node:timers/promises'
import type { MovingClock } from '#time/clock.ts'
import type { Services } from '#services.ts'

/** What a rehearsal needs of the club; `areWebhooksStopped` is asked anew each time. */
export type SimulatorContext = Pick<Services, 'db' | 'jobs' | 'log' | 'payments'> & {
  clock: MovingClock
  sandbox: NonNullable<Services['payments']['sandbox']>
  areWebhooksStopped: () => boolean
}

const longestDeliveryMs = 15_000
const longestWorkMs = 120_000

/** Moves the clock to `to`; it never goes back, also not when the work took longer than the time until then. */
function moveTo(clock: MovingClock, to: Date) {
  clock.advance(Math.max(to.getTime() - clock.now().getTime(), 0))
}

/**
 * Lives through the time from `from` to `to`: at each moment for which recurring work is due, and at the end, the clock
 * stands there, the provider does what has fallen due, its events arrive, and all work that follows is done. Throws
 * when the signal says stop, or when the work does not come to rest.
 */
export async function advanceClock(
  stage: SimulatorContext,
  from: Date,
  to: Date,
  signal: AbortSignal,
): Promise<void> {
  const due = Map.groupBy(stage.jobs.dueBetween(from, to), ({ at }) => at.getTime())
  for (const [at, recurring] of due) {
    moveTo(stage.clock, new Date(at))
    await comeToRest(stage, signal)
    // What follows from it is waited for at the next moment, some minutes on.
    await Promise.all(recurring.map(({ run }) => run()))
  }
  moveTo(stage.clock, to)
  await comeToRest(stage, signal, { again: true })
}

/** Lets provider and club answer each other until neither has anything left to do. */
async function comeToRest(stage: SimulatorContext, stop: AbortSignal, { again = false } = {}): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(longestWorkMs)])
  for (let hasMore = true, isFirst = true; hasMore; isFirst = false) {
    await stage.sandbox.control.runDue()
    await eventsDelivered(stage, signal)
    hasMore = await stage.jobs.settled({ again: again && isFirst, signal })
  }
}

/** An event that nobody takes is sent again much later: the rehearsal does not wait for it. */
async function eventsDelivered(
  { sandbox, areWebhooksStopped }: SimulatorContext,
  signal: AbortSignal,
): Promise<void> {
  if (areWebhooksStopped()) return
  const waiting = new AbortController()
  const longest = pause(longestDeliveryMs, undefined, { signal: AbortSignal.any([signal, waiting.signal]) })
  try {
    await Promise.race([sandbox.control.webhooks.drained(), longest])
  } finally {
    waiting.abort()
    longest.catch(() => undefined)
  }
}
