import type { Queryable } from '#db/database.ts'
import type { Services } from '#services.ts'
import type { MediaRow } from './schema.ts'

/** Each kind of work has its own queue, so that slow streams do not delay the first preparation. */
export const workQueues = { prepare: 'prepare-media', stream: 'stream-media' } as const

export type MediaWork = keyof typeof workQueues

/** Enqueues the pending work of a media item. Enqueueing twice adds nothing. */
export function enqueueWork(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Queryable,
  { id, work }: Pick<MediaRow, 'id'> & { work: MediaWork },
): Promise<void> {
  return jobs.enqueue(tx, workQueues[work], { mediaId: id })
}
