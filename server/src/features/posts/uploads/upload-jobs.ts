import type { Services } from '#services.ts'
import { sweepUploads } from './sweep-uploads.ts'

export function uploadJobs(services: Services): void {
  services.jobs.every('23 * * * *', 'sweep-uploads', async () => {
    await sweepUploads(services)
  })
}
