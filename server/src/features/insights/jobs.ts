import type { Services } from '#services.ts'
import { rebuild, rollUp } from './roll-up.ts'

/** Declares the counting ahead: every minute what changed, and every night all of it, to find what was kept wrongly. */
export function insightJobs(services: Services): void {
  const { clock, db, jobs, log } = services
  jobs.every('* * * * *', 'count-insights', () => rollUp(db, clock.now()))
  jobs.every('57 3 * * *', 'recount-insights', async () => {
    const { differing } = await rebuild(db, clock.now())
    if (differing > 0) log.error({ differing }, 'days counted ahead had drifted from the rows they count')
  })
}
