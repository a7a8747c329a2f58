import { ofCreators, untouched } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import type { Services } from '#services.ts'
import { type Lane, laneQueues } from './enqueue-work.ts'
import { processMedia } from './process-media.ts'
import type { OnSettled } from './publish-files.ts'
import { deleteFilesQueue } from './remove-media.ts'
import { resumeWork } from './retry-work.ts'
import { sweepMedia } from './sweep-media.ts'

const lanes: Lane[] = ['quick', 'medium', 'sizes', 'long']

/** Features above this one react with `onSettled`, in the transaction that ends the work on a media item. */
export const media = (
  ...onSettled: ((services: Services, ...settled: Parameters<OnSettled>) => Promise<void>)[]
): Feature => ({
  jobs(services) {
    const { jobs } = services
    const settle: OnSettled = async (tx, item) => {
      for (const react of onSettled) await react(services, tx, item)
    }
    for (const lane of lanes)
      jobs.work(
        laneQueues[lane],
        ({ mediaId }) => processMedia(services, settle, { mediaId: String(mediaId), lane }),
        { keyOf: ({ mediaId }) => String(mediaId), isLong: true },
      )
    jobs.every('*/10 * * * *', 'resume-media', () => resumeWork(services))
    jobs.work(deleteFilesQueue, async ({ keys }) => {
      for (const key of Array.isArray(keys) ? keys : []) await services.media.delete(String(key))
    })
    jobs.every('41 3 * * *', 'sweep-media', async () => void (await sweepMedia(services)))
  },
  erase: untouched(ofCreators, 'media', 'media_files'),
})
