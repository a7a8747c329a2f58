import { by, ofNumbers, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { exportWatches } from './export.ts'
import { countReach, recountReach } from './count-reach.ts'
import { routes } from './routes.ts'

export const reach: Feature = {
  routes,
  jobs({ clock, db, jobs }) {
    jobs.every('* * * * *', 'count-reach', () => countReach(db, clock.now()))
    jobs.every('7 4 * * *', 'recount-reach', async () => void (await recountReach(db, clock.now())))
  },
  erase: [
    {
      table: 'post_watches',
      fate: 'deleted',
      holds: 'how long they played which video on which day',
      whose: by('person_id'),
    },
    ...untouched(ofNumbers, 'reach_changes', 'post_reaches'),
  ],
  export: { lists: [{ type: 'profile', name: 'played', rows: exportWatches }] },
}
