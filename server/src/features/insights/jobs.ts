import type { Services } from '#services.ts'
import { rebuild, rollUp } from './roll-up.ts'

/** Declares the counting jobs: changed days every minute, and a full recount every night that detects drift. */
export function insightJobs(services: Services): void {
  const { clock, db, jobs, log } = services
  jobs.every('* * * * *', 'count-insights', () => rollUp(db, clock.now()))
  jobs.every('57 3 * * *', 'recount-insights', async () => {
    const { differing } = await rebuild(db, clock.now())
    if (differing > 0) log.error({ differing }, 'counted days differ from a full recount')
  })
}
