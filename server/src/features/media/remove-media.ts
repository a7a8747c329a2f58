import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { media, mediaFiles } from './schema.ts'

export const deleteFilesQueue = 'delete-media-files'

/** Nobody else goes on with the media item until `tx` ends: taken before the row that shows it, as by whoever works on it. */
export const lockUnusedMedia = (tx: Transaction, mediaId: string) =>
  tx.select({ id: media.id }).from(media).where(eq(media.id, mediaId)).for('update')

/** Removes the rows of a media item at once, its files after the commit: no row, no access. Unknown ids change nothing. */
export async function removeMedia(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Transaction,
  mediaId: string,
): Promise<void> {
  await lockUnusedMedia(tx, mediaId)
  const files = await tx
    .delete(mediaFiles)
    .where(eq(mediaFiles.mediaId, mediaId))
    .returning({ key: mediaFiles.key })
  await tx.delete(media).where(eq(media.id, mediaId))
  if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { keys: files.map(({ key }) => key) })
}
