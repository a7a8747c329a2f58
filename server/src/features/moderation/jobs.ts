import type { Services } from '#services.ts'
import { closeCases } from './close-cases.ts'

/** Declares the background jobs for moderation. */
export function moderationJobs(services: Services): void {
  services.jobs.every('29 3 * * *', 'close-moderation-cases', async () => {
    await closeCases(services)
  })
}
