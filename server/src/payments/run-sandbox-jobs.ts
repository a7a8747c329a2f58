import type { FastifyBaseLogger } from 'fastify'
import type { Payments } from './payments.ts'

const tickMs = 10_000

/** Runs every ten seconds, because the sandbox has no clock. Returns how to stop. Start it after seeding the demo. */
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
      log.error({ err: error }, 'running due sandbox work failed')
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void tick(), tickMs)
  return () => clearInterval(timer)
}
