import { type Config, readConfig } from '#config/config.ts'
import { openDatabase } from '#db/database.ts'
import { withSiteDatabase } from '#db/running-server.ts'
import { guardEgress } from '#egress/guard-egress.ts'
import { rebuild } from '#features/insights/roll-up.ts'
import { recountReach } from '#features/reach/count-reach.ts'
import { simulatedAheadMs } from '#features/simulator/restore-simulator.ts'
import { movingClock } from '#time/clock.ts'
import { readOptions } from '#process/command-line.ts'
import { reportFailure } from '#process/report-failure.ts'

/** Exit codes: what was kept was right, it was not and is now, it could not be counted. */
const exit = { right: 0, mended: 1, uncounted: 2 }

const say = (lines: string[]) => void process.stdout.write(`${lines.join('\n')}\n`)

/** Counts the creator's numbers of the configured site from nothing and says what it found; true when nothing differed. */
const count = (config: Config): Promise<boolean> =>
  withSiteDatabase(config, async (address) => {
    const { db, close } = openDatabase(address, { maxConnections: 1 })
    try {
      // Pages say when was counted last at the club's own time.
      const clock = movingClock()
      clock.advance(await simulatedAheadMs(db))
      const { money, members, differing } = await rebuild(db, clock.now())
      const posts = await recountReach(db, clock.now())
      say([
        `Money: ${money.counted} journals of members' money on ${money.days} days.`,
        `Members: ${members.counted} movements of memberships on ${members.days} days.`,
        `Reach: ${posts} posts.`,
        differing === 0
          ? 'What was kept agrees with what was counted.'
          : `What was kept differed in ${differing} ${differing === 1 ? 'row' : 'rows'}; it is replaced by what was counted.`,
      ])
      return differing === 0
    } finally {
      await close()
    }
  })

try {
  readOptions('npm run insights:rebuild', { options: {} })
  const config = readConfig(process.env)
  guardEgress(config)
  process.exitCode = (await count(config)) ? exit.right : exit.mended
} catch (error) {
  reportFailure(error)
  process.exitCode = exit.uncounted
}
