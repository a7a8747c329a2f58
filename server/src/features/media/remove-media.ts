import { asc, inArray } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { media, mediaFiles } from './schema.ts'

export const deleteFilesQueue = 'delete-media-files'

/** Take these locks before those of the rows that show the media items, as processing does. */
export const lockMediaItems = (tx: Transaction, mediaIds: string[]) =>
  tx.select().from(media).where(inArray(media.id, mediaIds)).orderBy(asc(media.id)).for('update')

/** Ends all access at once and deletes the files after the commit. Does nothing for unknown ids. */
export async function removeMedia(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Transaction,
  mediaIds: string[],
): Promise<void> {
  if (mediaIds.length === 0) return
  await lockMediaItems(tx, mediaIds)
  const files = await tx
    .delete(mediaFiles)
    .where(inArray(mediaFiles.mediaId, mediaIds))
    .returning({ key: mediaFiles.key })
  await tx.delete(media).where(inArray(media.id, mediaIds))
  if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { keys: files.map(({ key }) => key) })
}
