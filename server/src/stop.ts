import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** What stops a site: `announce` says that it will, `stop` does it, `cut` ends what is still being sent or received. */
export type Stopping = {
  announce: () => void
  stop: () => Promise<void>
  cut: () => void
  delaySeconds: number
  log: FastifyBaseLogger
}

/** All has to be over by then: whoever runs us waits no longer than this. */
const deadlineMs = 15_000
/** Requests still running have this long; what comes after them, the database last, has the rest. */
const cutAfterMs = 9_000
const afterMistakeMs = 5_000

/**
 * Stops the site in order: with exit code 0 when the system asks for it, at once when it asks a second time, and with
 * code 1 after a mistake nobody caught: what state the process is in is not known then.
 */
export function stopInOrder({ announce, stop, cut, delaySeconds, log }: Stopping): void {
  let isStopping = false

  const end = async (code: number, withinMs: number) => {
    setTimeout(() => process.exit(1), withinMs).unref()
    setTimeout(cut, Math.min(cutAfterMs, withinMs / 2)).unref()
    try {
      await stop()
    } catch (error) {
      log.fatal({ err: error }, 'the site could not stop in order')
      process.exit(1)
    }
    process.exit(code)
  }

  const onSignal = async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    announce()
    await pause(delaySeconds * 1000)
    await end(0, deadlineMs)
  }
  const onMistake = (error: unknown) => {
    log.fatal({ err: error }, 'a mistake that nobody caught: the site stops')
    if (isStopping) return
    isStopping = true
    announce()
    void end(1, afterMistakeMs)
  }

  process.on('SIGINT', () => void onSignal())
  process.on('SIGTERM', () => void onSignal())
  process.on('uncaughtException', onMistake)
  process.on('unhandledRejection', onMistake)
}
