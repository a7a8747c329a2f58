import { type Config, readConfig } from '#config/config.ts'
import { openDatabase } from '#db/database.ts'
import { withSiteDatabase } from '#db/running-server.ts'
import { guardEgress } from '#egress/guard-egress.ts'
import { Refusal } from '#errors.ts'
import { booksReport } from '#features/reconciliation/books-report.ts'
import { measureBooks } from '#features/reconciliation/book-checks.ts'
import { simulatedAheadMs } from '#features/simulator/restore-simulator.ts'
import { movingClock } from '#time/clock.ts'
import { readOptions } from '#process/command-line.ts'
import { modeOf } from '#payments/assert-provider.ts'
import { readProvider } from '#payments/read-provider.ts'
import { refuseOtherProvider } from '#payments/refuse-other-provider.ts'
import { reportFailure } from '#process/report-failure.ts'

/** Exit codes: the ledger is right, it is not, the check could not run. */
const exit = { right: 0, wrong: 1, failed: 2 }

type Options = { isWhole: boolean; isStrict: boolean }

const say = (lines: string[]) => void process.stdout.write(`${lines.join('\n')}\n`)

/** Prints the balance checks and returns true when all hold. Writes nothing. */
const check = (config: Config, { isWhole, isStrict }: Options): Promise<boolean> =>
  withSiteDatabase(config, async (database) => {
    const { db, close } = openDatabase(database, { maxConnections: 2 })
    const provider = readProvider(config)
    try {
      const mode = modeOf(config)
      await refuseOtherProvider(db, mode, provider)
      // Access is judged by the club's clock, which the simulator may have moved ahead.
      const clock = movingClock()
      if (mode === 'sandbox') clock.advance(await simulatedAheadMs(db))
      const { equations } = await measureBooks(
        { db, clock, payments: provider },
        { isWhole, ...(isStrict ? { toleranceMs: 0 } : {}) },
      )
      say(booksReport(equations))
      return equations.every(({ holds }) => holds)
    } finally {
      provider.close()
      await close()
    }
  })

try {
  const { values } = readOptions('npm run money:check [-- --whole --strict]', {
    options: { whole: { type: 'boolean', default: false }, strict: { type: 'boolean', default: false } },
  })
  const options = { isWhole: values.whole, isStrict: values.strict }
  const config = readConfig(process.env)
  guardEgress(config)
  process.exitCode = (await check(config, options)) ? exit.right : exit.wrong
} catch (error) {
  reportFailure(error, error instanceof Refusal)
  process.exitCode = exit.failed
}
