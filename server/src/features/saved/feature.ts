import type { Feature } from '#features/feature.ts'
import { revokeLeases } from './revoke-leases.ts'
import { routes } from './routes.ts'

export const saved: Feature = {
  routes,
  jobs(services) {
    services.jobs.every('*/10 * * * *', 'revoke-leases', () => revokeLeases(services))
  },
}
