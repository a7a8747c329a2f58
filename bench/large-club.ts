import { databaseOf } from './fill-club.ts'
import { clubOf, fillLargeClub, signIn } from './fill-large-club.ts'
import { measurePages } from './large-club-pages.ts'
import { measureBackup, measureJobs } from './large-club-upkeep.ts'
import { atMost, recordFigure, printLine } from './report.ts'
import { openEmptySite } from './site-under-test.ts'

/*
 * Measures a club of 250,000 people, 100,000 of them members, with 5 million likes, a million comments and three years
 * with 2 million journals: its pages from outside the server, those of members and visitors against the demo club, its
 * recurring jobs, backup, verification and restore, and the next start. `BENCH_PEOPLE=25000` runs it at a tenth of the
 * size within minutes.
 */

const people = Number(process.env['BENCH_PEOPLE'] ?? 250_000)
if (!Number.isSafeInteger(people) || people < 2500 || people > 250_000)
  throw new Error('BENCH_PEOPLE is a whole number from 2500 to 250000.')

const startSeconds = 5

async function main() {
  const env = { ACCESS_CODE: 'off' }
  const opened = await openEmptySite(env)
  const demo = await openEmptySite({ ...env, SEED_DEMO: 'on' })
  try {
    const startedAt = performance.now()
    const database = databaseOf(opened.folder)
    const signedIn = await fillLargeClub(database, clubOf(people))
    await database.close()
    const seconds = (performance.now() - startedAt) / 1000
    recordFigure({ name: 'filling the club', value: seconds, unit: 's' })
    printLine(`${people.toLocaleString('en')} people are there after ${seconds.toFixed(0)} s\n`)

    const demoDatabase = databaseOf(demo.folder)
    const signedInThere = await signIn(demoDatabase.pool)
    await demoDatabase.close()
    await measurePages(
      { url: opened.url, signedIn, people },
      { url: demo.url, signedIn: signedInThere, people },
    )
    await measureJobs(opened.folder)
    await measureBackup(opened.folder)
    const { readyMs } = await opened.restart()
    const verdict = atMost({ name: 'next start', value: readyMs / 1000, unit: 's', limit: startSeconds })
    printLine(
      `${'next start'.padEnd(30)} ${(readyMs / 1000).toFixed(1).padStart(6)} s ${verdict} ${startSeconds}`,
    )
  } finally {
    await demo.close()
    await opened.close()
  }
}

await main()
