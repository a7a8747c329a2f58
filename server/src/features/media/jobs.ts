import type { Services } from '#services.ts'
import { deleteFilesQueue } from './remove-media.ts'
import { sweepMedia } from './sweep-media.ts'

/** Declares the background work of media: deleting files whose rows are gone, or never came. */
export function mediaJobs(services: Services): void {
  services.jobs.work(deleteFilesQueue, async ({ keys }) => {
    for (const key of Array.isArray(keys) ? keys : []) await services.media.delete(String(key))
  })
  services.jobs.every('41 3 * * *', 'sweep-media', async () => {
    await sweepMedia(services)
  })
}
