import { setTimeout as pause } from 'node:timers/promises'

/**
 * What stops a site: `announce` says that it will, `stop` does it, `cut` ends what is still being sent or received;
 * `tell` writes down what went wrong.
 */
export type Stopping = {
  announce: () => void
  stop: () => Promise<void>
  cut: () => void
  delaySeconds: number
  tell: (error: unknown, words: string) => void
}

export type Stop = {
  /** From now on `site` is what is stopped; false when it has begun already. */
  next: (site: Stopping) => boolean
  /** Ends by itself with this code, in order; false when that, or another end, has begun already. */
  now: (code: number) => boolean
}

/** All has to be over by then: whoever runs us waits no longer than this. */
const deadlineMs = 15_000
/** Requests still running have this long; what comes after them, the database last, has the rest. */
const cutAfterMs = 9_000
const afterMistakeMs = 5_000

/**
 * Stops what runs in order: with exit code 0 when the system asks for it, at once when it asks a second time, and with
 * code 1 after a mistake nobody caught: what state the process is in is not known then. What runs is `starting` at
 * first, then what `next` is given.
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
      site.tell(error, 'the site could not stop in order')
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
  const onMistake = (error: unknown) => {
    site.tell(error, 'a mistake that nobody caught: the site stops')
    if (isStopping) return
    isStopping = true
    site.announce()
    void end(1, afterMistakeMs)
  }

  process.on('SIGINT', () => void onSignal())
  process.on('SIGTERM', () => void onSignal())
  process.on('uncaughtException', onMistake)
  process.on('unhandledRejection', onMistake)
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
