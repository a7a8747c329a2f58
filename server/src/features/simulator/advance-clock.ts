import { setTimeout as pause } from 'node:timers/promises'
import type { MovingClock } from '#time/clock.ts'
import type { Services } from '#services.ts'

/** The services a simulation needs. `areWebhooksStopped` is checked each time. */
export type SimulatorContext = Pick<Services, 'db' | 'jobs' | 'log' | 'payments'> & {
  clock: MovingClock
  sandbox: NonNullable<Services['payments']['sandbox']>
  areWebhooksStopped: () => boolean
}

const maxDeliveryMs = 15_000
const maxWorkMs = 120_000

/** Moves the clock to `to`. The clock never goes back, even when the work took longer than the simulated time. */
function moveTo(clock: MovingClock, to: Date) {
  clock.advance(Math.max(to.getTime() - clock.now().getTime(), 0))
}

/**
 * At each time when a recurring job is due, and at the end, the sandbox and all jobs do what is due. Throws when the
 * signal aborts or when the jobs do not settle.
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
    await settle(stage, signal)
    // The next step waits for the jobs that these enqueue.
    await Promise.all(recurring.map(({ run }) => run()))
  }
  moveTo(stage.clock, to)
  await settle(stage, signal, { again: true })
}

/** Runs the sandbox and the site's jobs until neither has anything left to do. */
async function settle(stage: SimulatorContext, stop: AbortSignal, { again = false } = {}): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(maxWorkMs)])
  for (let hasMore = true, isFirst = true; hasMore; isFirst = false) {
    await stage.sandbox.control.runDue()
    await deliverEvents(stage, signal)
    hasMore = await stage.jobs.settled({ again: again && isFirst, signal })
  }
}

/** Waits for webhook delivery, but not for events that failed and are retried much later. */
async function deliverEvents(
  { sandbox, areWebhooksStopped }: SimulatorContext,
  signal: AbortSignal,
): Promise<void> {
  if (areWebhooksStopped()) return
  const waiting = new AbortController()
  const longest = pause(maxDeliveryMs, undefined, { signal: AbortSignal.any([signal, waiting.signal]) })
  try {
    await Promise.race([sandbox.control.webhooks.drained(), longest])
  } finally {
    waiting.abort()
    longest.catch(() => undefined)
  }
}
