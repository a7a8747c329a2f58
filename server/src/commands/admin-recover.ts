import { type Config, readConfig } from '#config/config.ts'
import { openDatabase } from '#db/database.ts'
import { refuseOtherVersion } from '#db/migrate.ts'
import { withSiteDatabase } from '#db/running-server.ts'
import { guardEgress } from '#egress/guard-egress.ts'
import { recoverAdmin } from '#features/accounts/recover-admin.ts'
import { simulatedAheadMs } from '#features/simulator/restore-simulator.ts'
import { readOptions } from '#process/command-line.ts'
import { reportFailure } from '#process/report-failure.ts'
import { movingClock } from '#time/clock.ts'

/** Exit codes: the link was printed, the address is no admin's, the command could not run. */
const exit = { done: 0, unknown: 1, failed: 2 }
const usage = 'npm run admin:recover -- ADDRESS'

/** Lets a locked out admin in again, and prints the link. */
const recover = (config: Config, email: string): Promise<number> =>
  withSiteDatabase(config, async (address) => {
    await refuseOtherVersion(address)
    const { db, close } = openDatabase(address, { maxConnections: 1 })
    try {
      const clock = movingClock()
      clock.advance(await simulatedAheadMs(db))
      const siteUrl = config.publicUrl ?? `http://localhost:${config.port}`
      const link = await recoverAdmin(db, { email, now: clock.now(), siteUrl })
      if (link === null) {
        process.stderr.write(`No admin has the address ${email}.\n`)
        return exit.unknown
      }
      process.stdout.write(
        `${email} has no second step any more, and every browser is signed out. Choose a new password within an hour:\n  ${link}\n`,
      )
      return exit.done
    } finally {
      await close()
    }
  })

try {
  const [email, ...more] = readOptions(usage, { allowPositionals: true, options: {} }).positionals
  if (email === undefined || more.length > 0) {
    process.stderr.write(`Usage: ${usage}\n`)
    process.exit(64)
  }
  const config = readConfig(process.env)
  guardEgress(config)
  process.exitCode = await recover(config, email)
} catch (error) {
  reportFailure(error)
  process.exitCode = exit.failed
}
