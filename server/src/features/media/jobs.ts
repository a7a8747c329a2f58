import type { Services } from '#services.ts'
import { type MediaWork, workQueues } from './enqueue-work.ts'
import type { OnSettled } from './publish-files.ts'
import { deleteFilesQueue } from './remove-media.ts'
import { sweepMedia } from './sweep-media.ts'
import { resumeWork } from './retry-work.ts'
import { processMedia } from './process-media.ts'

const works: MediaWork[] = ['prepare', 'stream']

/**
 * Registers the media jobs: processing uploads, and deleting files whose rows are gone or were never written.
 * `onSettled` runs in the transaction that ends the work.
 */
export function mediaJobs(services: Services, { onSettled }: { onSettled: OnSettled }): void {
  const { jobs } = services
  for (const work of works)
    jobs.work(
      workQueues[work],
      ({ mediaId }) => processMedia(services, onSettled, { mediaId: String(mediaId), work }),
      { keyOf: ({ mediaId }) => String(mediaId), isLong: true },
    )
  jobs.every('*/10 * * * *', 'resume-media', () => resumeWork(services))
  jobs.work(deleteFilesQueue, async ({ keys }) => {
    for (const key of Array.isArray(keys) ? keys : []) await services.media.delete(String(key))
  })
  jobs.every('41 3 * * *', 'sweep-media', async () => {
    await sweepMedia(services)
  })
}
