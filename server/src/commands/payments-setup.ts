import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { declareJobs } from '#app.ts'
import { type Config, readConfig } from '#config/config.ts'
import type { DatabaseAddress } from '#db/address.ts'
import { openEmbeddedPostgres } from '#db/embedded-postgres.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { guardEgress } from '#egress/guard-egress.ts'
import { openHttpServer } from '#http/server.ts'
import { movingClock } from '#time/clock.ts'
import { openServices } from '#open-services.ts'
import { readOptions } from '#process/command-line.ts'
import { modeOf } from '#payments/assert-provider.ts'
import { isNotPermitted, isOutcomeUnknown } from '#payments/provider-errors.ts'
import { prepareDemoCodes } from '#features/subscriptions/checkout/demo-codes.ts'
import { makeProviderReady } from '#payments/set-up.ts'
import { setUpReport } from '#payments/set-up-report.ts'
import { reportFailure } from '#process/report-failure.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function withDatabase<Result>(config: Config, work: (database: DatabaseAddress) => Promise<Result>) {
  if (config.databaseUrl) return work({ url: config.databaseUrl })
  const embedded = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    worker: 'program',
    onProgress: say,
  })
  try {
    return await work({ connection: embedded.connection })
  } finally {
    await embedded.close()
  }
}

async function setUp(config: Config, hasDemoCodes: boolean): Promise<void> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await withDatabase(config, async (database) => {
    await migrateDatabase(database)
    const address = { url: config.publicUrl ?? `http://localhost:${config.port}` }
    const app = await openHttpServer(config, address)
    const { services, close } = await openServices({
      config,
      clock: movingClock(),
      database,
      address,
      log: app.log,
      hasSchedules: false,
      sandboxFile: join(config.dataDir, 'payment-sandbox.sqlite'),
      isSettingUp: true,
    })
    try {
      // Declaring the jobs also registers the event types the features handle. Nothing is started.
      declareJobs(services)
      const steps = await makeProviderReady(services, hasDemoCodes ? prepareDemoCodes : undefined)
      for (const line of setUpReport(modeOf(config), steps)) say(line)
    } finally {
      await close()
      await app.close()
    }
  })
}

try {
  const { values } = readOptions('npm run payments:setup [-- --demo-codes]', {
    options: { 'demo-codes': { type: 'boolean', default: false } },
  })
  const config = readConfig(process.env)
  guardEgress(config)
  await setUp(config, values['demo-codes'])
} catch (error) {
  if (isOutcomeUnknown(error))
    process.stderr.write('Stripe did not answer: check this machine’s network, then run this again.\n')
  else reportFailure(error, isNotPermitted(error))
  if (isNotPermitted(error)) process.stderr.write('Use a key with the rights that docs/operating.md names.\n')
  process.exitCode = 1
}
