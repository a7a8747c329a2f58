import { pino } from 'pino'
import { declareJobs } from '#app.ts'
import { readConfig } from '#config/config.ts'
import { runningServer } from '#db/running-server.ts'
import { guardEgress } from '#egress/guard-egress.ts'
import { openServices } from '#open-services.ts'
import { movingClock } from '#time/clock.ts'

/*
 * Runs every recurring job of a day once, one after another, on the embedded database of a running site in DATA_DIR.
 * Prints each as a line of JSON. The payment sandbox is empty, so jobs that
 * compare with it find everything missing.
 */

const config = readConfig(process.env)
guardEgress(config)
const { services, close } = await openServices({
  config,
  clock: movingClock(),
  database: { connection: runningServer(config.dataDir) },
  address: { url: 'http://localhost:3000' },
  log: pino({ level: 'silent' }),
  sandboxFile: ':memory:',
  hasSchedules: false,
})
try {
  declareJobs(services)
  const from = new Date()
  for (const { queue, cron, run } of services.jobs.dueBetween(
    from,
    new Date(from.getTime() + 24 * 60 * 60_000),
  )) {
    const startedAt = performance.now()
    await run()
    const seconds = (performance.now() - startedAt) / 1000
    process.stdout.write(`${JSON.stringify({ queue, cron, seconds })}\n`)
  }
} finally {
  await close()
}
