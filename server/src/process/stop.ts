import { setTimeout as pause } from 'node:timers/promises'

/** `announce` reports the shutdown, `cut` aborts running transfers, and `tell` logs an error. */
export type Stopping = {
  announce: () => void
  stop: () => Promise<void>
  cut: () => void
  delaySeconds: number
  tell: (error: unknown, words: string) => void
}

export type Stop = {
  /** Sets what to stop from now on; false when stopping has begun. */
  next: (site: Stopping) => boolean
  /** Stops with this exit code; false when stopping has begun. */
  now: (code: number) => boolean
}

/** The supervisor waits no longer than this. */
const deadlineMs = 15_000
/** Running requests get this long; the rest, with the database last, gets the remaining time. */
const cutAfterMs = 9_000
const afterErrorMs = 5_000

/**
 * The first SIGINT or SIGTERM ends with code 0, the second at once, an uncaught error with code 1, because it leaves
 * the process in an unknown state. Stops `starting`, then whatever `next` sets.
 */
export function stopInOrder(starting: Stopping): Stop {
  let site = starting
  let isStopping = false

  const end = async (code: number, withinMs: number) => {
    setTimeout(() => process.exit(1), withinMs).unref()
    setTimeout(site.cut, Math.min(cutAfterMs, withinMs / 2)).unref()
    try {
      await site.stop()
    } catch (error) {
      site.tell(error, 'shutdown failed')
      process.exit(1)
    }
    process.exit(code)
  }

  const onSignal = async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    site.announce()
    await pause(site.delaySeconds * 1000)
    await end(0, deadlineMs)
  }
  const onUncaught = (error: unknown) => {
    site.tell(error, 'uncaught error: the site stops')
    if (isStopping) return
    isStopping = true
    site.announce()
    void end(1, afterErrorMs)
  }

  process.on('SIGINT', () => void onSignal())
  process.on('SIGTERM', () => void onSignal())
  process.on('uncaughtException', onUncaught)
  process.on('unhandledRejection', onUncaught)
  return {
    next(other) {
      if (!isStopping) site = other
      return !isStopping
    },
    now(code) {
      if (isStopping) return false
      isStopping = true
      void end(code, deadlineMs)
      return true
    },
  }
}
