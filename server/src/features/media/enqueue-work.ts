import type { Queryable } from '#db/database.ts'
import type { Services } from '#services.ts'
import type { MediaRow } from './schema.ts'

/** A queue for each kind of work, so that a long one does not hold up what people wait for. */
export const workQueues = { prepare: 'prepare-media', stream: 'stream-media' } as const

export type MediaWork = keyof typeof workQueues

/** Asks for the work a media item waits for; asking again while it waits adds nothing. */
export function enqueueWork(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Queryable,
  { id, work }: Pick<MediaRow, 'id'> & { work: MediaWork },
): Promise<void> {
  return jobs.enqueue(tx, workQueues[work], { mediaId: id })
}
