import type { FastifyBaseLogger } from 'fastify'
import type { Payments } from './payments.ts'

const tickMs = 10_000

/**
 * Lets the sandbox do what has become due (renewals, retries, endings, slow payments) every ten seconds: unlike the
 * real provider it does nothing by itself. Returns how to stop. Start it after the demo's history has been written.
 */
export function runSandboxJobs({
  payments,
  log,
}: {
  payments: Payments
  log: FastifyBaseLogger
}): () => void {
  const { sandbox } = payments
  if (!sandbox) return () => {}
  let isRunning = false
  const tick = async () => {
    if (isRunning) return
    isRunning = true
    try {
      await sandbox.control.runDue()
    } catch (error) {
      log.error({ err: error }, 'the payment sandbox could not do what is due')
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void tick(), tickMs)
  return () => clearInterval(timer)
}
