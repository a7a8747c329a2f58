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

/** Exit codes: the saved numbers were right, they were wrong and are replaced, they could not be counted. */
const exit = { right: 0, replaced: 1, failed: 2 }

const say = (lines: string[]) => void process.stdout.write(`${lines.join('\n')}\n`)

/** Recounts the creator's insights from scratch and prints the result. Returns true when nothing differed. */
const count = (config: Config): Promise<boolean> =>
  withSiteDatabase(config, async (address) => {
    const { db, close } = openDatabase(address, { maxConnections: 1 })
    try {
      // Pages show the time of the last count by the club's clock, which the simulator may have moved ahead.
      const clock = movingClock()
      clock.advance(await simulatedAheadMs(db))
      const { money, members, differing } = await rebuild(db, clock.now())
      const posts = await recountReach(db, clock.now())
      say([
        `Money: ${money.counted} journals of members' money on ${money.days} days.`,
        `Members: ${members.counted} movements of memberships on ${members.days} days.`,
        `Reach: ${posts} posts.`,
        differing === 0
          ? 'The saved numbers were right.'
          : `${differing} saved ${differing === 1 ? 'row was' : 'rows were'} wrong and ${differing === 1 ? 'was' : 'were'} replaced.`,
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
  process.exitCode = (await count(config)) ? exit.right : exit.replaced
} catch (error) {
  reportFailure(error)
  process.exitCode = exit.failed
}
