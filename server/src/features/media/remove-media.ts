import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { media, mediaFiles } from './schema.ts'

export const deleteFilesQueue = 'delete-media-files'

/** Take this lock before that of the row that shows the media item, as processing does. */
export const lockMediaItem = (tx: Transaction, mediaId: string) =>
  tx.select({ id: media.id }).from(media).where(eq(media.id, mediaId)).for('update')

/** Ends all access at once and deletes the files after the commit. Does nothing for an unknown id. */
export async function removeMedia(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Transaction,
  mediaId: string,
): Promise<void> {
  await lockMediaItem(tx, mediaId)
  const files = await tx
    .delete(mediaFiles)
    .where(eq(mediaFiles.mediaId, mediaId))
    .returning({ key: mediaFiles.key })
  await tx.delete(media).where(eq(media.id, mediaId))
  if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { keys: files.map(({ key }) => key) })
}
