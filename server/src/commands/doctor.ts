import { join } from 'node:path'
import { type Config, readConfig } from '#config/config.ts'
import { openDatabase } from '#db/database.ts'
import { undurableSettings } from '#db/durability.ts'
import { refuseOtherVersion } from '#db/migrate.ts'
import { withSiteDatabase } from '#db/running-server.ts'
import { guardEgress } from '#egress/guard-egress.ts'
import { Refusal } from '#errors.ts'
import { checkInstallation } from '#features/health/installation-checks.ts'
import { checkInvariants } from '#features/invariants/check-invariants.ts'
import { toInvariant } from '#features/invariants/invariant.ts'
import { invariantsReport } from '#features/invariants/invariants-report.ts'
import { simulatedAheadMs } from '#features/simulator/restore-simulator.ts'
import { openMediaPrograms } from '#media/media-programs.ts'
import { openStoredFiles } from '#media/media-store.ts'
import { movingClock } from '#time/clock.ts'
import { readOptions } from '#process/command-line.ts'
import { modeOf } from '#payments/assert-provider.ts'
import { readProvider } from '#payments/read-provider.ts'
import { refuseOtherProvider } from '#payments/refuse-other-provider.ts'
import { reportFailure } from '#process/report-failure.ts'

/** Exit codes: everything is in order, something is not, the check could not run. */
const exit = { right: 0, wrong: 1, failed: 2 }

type Options = { isWhole: boolean; isStrict: boolean; isWithProvider: boolean }

const say = (lines: string[]) => void process.stdout.write(`${lines.join('\n')}\n`)

/** Prints faults of the installation and broken invariants; returns true when there are none. Writes nothing. */
const examine = (config: Config, { isWhole, isStrict, isWithProvider }: Options): Promise<boolean> =>
  withSiteDatabase(config, async (address) => {
    await refuseOtherVersion(address)
    const { db, pool, close } = openDatabase(address, { maxConnections: 4, statementMs: 0 })
    const files = await openStoredFiles({ folder: join(config.dataDir, 'media'), s3: config.media.s3 })
    const payments = isWithProvider ? readProvider(config) : null
    try {
      const mode = modeOf(config)
      if (payments) await refuseOtherProvider(db, mode, payments)
      const clock = movingClock()
      // The simulator runs ahead of this machine's clock.
      if (mode === 'sandbox') clock.advance(await simulatedAheadMs(db))
      const programs = openMediaPrograms(config)
      const installation = await checkInstallation({ config, clock, healthDb: db, media: files, programs })
      programs.close()
      say([
        ...installation.map(
          ({ isWell, isSkipped, words }) =>
            `${isSkipped ? 'skipped' : isWell ? 'right  ' : 'WRONG  '}  ${words}`,
        ),
        '',
      ])
      const undurable = await undurableSettings(pool)
      const invariants = [
        toInvariant('Committed data survives a power failure', 3, undurable),
        ...(await checkInvariants(
          { db, clock, media: files, payments },
          { isWhole, ...(isStrict ? { toleranceMs: 0 } : {}) },
        )),
      ]
      say(invariantsReport(invariants))
      if (!payments) say(['The payment provider was not asked: the ledger was not compared with it.'])
      return invariants.every(({ broken }) => broken === 0) && installation.every(({ isWell }) => isWell)
    } finally {
      payments?.close()
      files.close()
      await close()
    }
  })

try {
  const { values } = readOptions('npm run doctor [-- --whole --strict --without-provider]', {
    options: {
      whole: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      'without-provider': { type: 'boolean', default: false },
    },
  })
  const options = {
    isWhole: values.whole,
    isStrict: values.strict,
    isWithProvider: !values['without-provider'],
  }
  const config = readConfig(process.env)
  guardEgress(config)
  process.exitCode = (await examine(config, options)) ? exit.right : exit.wrong
} catch (error) {
  reportFailure(error, error instanceof Refusal)
  process.exitCode = exit.failed
}
