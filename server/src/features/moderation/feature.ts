import type { Feature } from '#features/feature.ts'
import { closeCases } from './close-cases.ts'
import { notifyOfSettledDecisions } from './decide-cases.ts'
import { routes } from './routes.ts'

export const moderation: Feature = {
  routes,
  jobs(services) {
    services.jobs.every('29 3 * * *', 'close-moderation-cases', async () => void (await closeCases(services)))
    services.jobs.every('* * * * *', 'notify-of-decisions', () => notifyOfSettledDecisions(services))
  },
  erase: [
    {
      table: 'reports',
      fate: 'emptied',
      holds: 'the text of their reports, and of reports about them',
      apart: 'eraseInModeration',
      why: 'the decision itself: when, by whom and by which rule',
    },
    {
      table: 'moderation_cases',
      fate: 'emptied',
      holds: 'what was reported of theirs, and their appeals',
      apart: 'eraseInModeration',
      why: 'the decision itself: when, by whom and by which rule',
    },
  ],
}
