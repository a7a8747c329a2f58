import type { Feature } from '#features/feature.ts'
import { closeCases } from './close-cases.ts'
import { routes } from './routes.ts'

export const moderation: Feature = {
  routes,
  jobs(services) {
    services.jobs.every('29 3 * * *', 'close-moderation-cases', async () => void (await closeCases(services)))
  },
}
