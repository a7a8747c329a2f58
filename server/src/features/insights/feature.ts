import { ofNumbers, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { rebuild, rollUp } from './roll-up.ts'
import { routes } from './routes.ts'

export const insights: Feature = {
  routes,
  jobs(services) {
    const { clock, db, jobs, log } = services
    jobs.every('* * * * *', 'count-insights', () => rollUp(db, clock.now()))
    jobs.every('57 3 * * *', 'recount-insights', async () => {
      const { differing } = await rebuild(db, clock.now())
      if (differing > 0) log.error({ differing }, 'counted days differ from a full recount')
    })
  },
  erase: untouched(
    ofNumbers,
    'insight_changes',
    'insight_counting',
    'insight_money_days',
    'insight_member_days',
  ),
}
