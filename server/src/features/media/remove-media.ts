import { and, asc, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { media, mediaFiles } from './schema.ts'

export const deleteFilesQueue = 'delete-media-files'

/** Take these locks before those of the rows that show the media items, as processing does. */
export const lockMediaItems = (tx: Transaction, mediaIds: string[]) =>
  tx.select().from(media).where(inArray(media.id, mediaIds)).orderBy(asc(media.id)).for('update')

const isUnused = sql`not exists (select from post_parts p where p.media_id = ${media.id})
  and not exists (select from draft_parts p where p.media_id = ${media.id})
  and not exists (select from removed_parts p where p.media_id = ${media.id})`

/**
 * Removes the media items that no post or draft has any more: ends all access at once and deletes the files after the
 * commit. Does nothing for unknown ids.
 */
export async function removeMedia(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Transaction,
  mediaIds: string[],
): Promise<void> {
  if (mediaIds.length === 0) return
  await lockMediaItems(tx, mediaIds)
  // A new statement, which sees what others have committed while this one waited for the locks.
  const found = await tx
    .select({ id: media.id })
    .from(media)
    .where(and(inArray(media.id, mediaIds), isUnused))
  const unused = found.map(({ id }) => id)
  if (unused.length === 0) return
  const files = await tx
    .delete(mediaFiles)
    .where(inArray(mediaFiles.mediaId, unused))
    .returning({ key: mediaFiles.key })
  await tx.delete(media).where(inArray(media.id, unused))
  if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { keys: files.map(({ key }) => key) })
}
