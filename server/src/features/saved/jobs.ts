import type { Services } from '#services.ts'
import { revokeLeases } from './revoke-leases.ts'

/** Declares the background work of saved posts. */
export function savedJobs(services: Services): void {
  services.jobs.every('*/10 * * * *', 'revoke-leases', () => revokeLeases(services))
}
