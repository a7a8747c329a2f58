import type { Feature } from '#features/feature.ts'
import { routes } from './routes.ts'
import { settleOpenTips } from './settle-tip.ts'
import { handleTipEvents } from './webhook-handlers.ts'

export const tips: Feature = {
  routes,
  jobs(services) {
    handleTipEvents(services)
    services.jobs.every('* * * * *', 'settle-open-tips', () => settleOpenTips(services))
  },
}
