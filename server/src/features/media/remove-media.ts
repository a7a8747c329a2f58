import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { media, mediaFiles } from './schema.ts'

export const deleteFilesQueue = 'delete-media-files'

/** Removes the rows of a medium at once, its files after the commit: no row, no access. Unknown ids change nothing. */
export async function removeMedia(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Transaction,
  mediaId: string,
): Promise<void> {
  // The medium first, as everybody who works on it does: two who wait for each other would both be stopped.
  await tx.select({ id: media.id }).from(media).where(eq(media.id, mediaId)).for('update')
  const files = await tx
    .delete(mediaFiles)
    .where(eq(mediaFiles.mediaId, mediaId))
    .returning({ key: mediaFiles.key })
  await tx.delete(media).where(eq(media.id, mediaId))
  if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { keys: files.map(({ key }) => key) })
}
