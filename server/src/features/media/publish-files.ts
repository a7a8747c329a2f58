import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { isStillClaimed } from '#jobs/attempts.ts'
import type { Services } from '#services.ts'
import { enqueueWork } from './enqueue-work.ts'
import { deleteFileRows } from './delete-file-rows.ts'
import type { MadeFile, MadeFiles } from './make-files.ts'
import { deleteFilesQueue } from './remove-media.ts'
import { media, type MediaFileRow, mediaFiles, type MediaRow } from './schema.ts'
/** Called in the transaction when a media item becomes ready, gets new files or fails. */
export type OnSettled = (tx: Transaction, mediaItem: Pick<MediaRow, 'id' | 'status'>) => Promise<void>

/** Replaces all files or none. Returns false when the media item was removed or another worker has taken over. */
export async function publishFiles(
  services: Pick<Services, 'db' | 'media' | 'jobs' | 'log'>,
  item: MediaRow,
  { facts, files, next }: MadeFiles,
  onSettled: OnSettled,
): Promise<boolean> {
  const { db, media: store, jobs } = services
  // Each attempt writes under a new name, so that it never overwrites a file that is being served.
  const attempt = randomBytes(4).toString('hex')
  const rows = await Promise.all(files.map((file) => toRow(file, item.id, attempt)))
  const keys = rows.map(({ key }) => key)
  try {
    for (const [index, file] of files.entries())
      if ('path' in file) await store.putFile(rows[index]!.key, file.path)
    const isPublished = await db.transaction(async (tx) => {
      const isStill = and(eq(media.work, item.work!), isStillClaimed(media, item))
      const [row] = await tx.select({ id: media.id }).from(media).where(isStill).for('update')
      if (!row) return false
      const replaced = await tx
        .delete(mediaFiles)
        .where(and(eq(mediaFiles.mediaId, item.id), isReplacedBy(files, next)))
        .returning({ key: mediaFiles.key })
      await tx.insert(mediaFiles).values(rows)
      const whole = rows.find(({ role }) => role === 'whole')
      await tx
        .update(media)
        .set({ ...facts, ...(whole ? { bytes: whole.bytes } : {}), status: 'ready', work: next, attempts: 0 })
        .where(eq(media.id, item.id))
      if (replaced.length > 0)
        await jobs.enqueue(tx, deleteFilesQueue, { keys: replaced.map(({ key }) => key) })
      if (next) await enqueueWork(services, tx, { id: item.id, work: next })
      await onSettled(tx, { id: item.id, status: 'ready' })
      return true
    })
    if (!isPublished) await deleteFileRows(services, keys, null)
    return isPublished
  } catch (error) {
    await deleteFileRows(services, keys, error)
    throw error
  }
}

async function toRow(file: MadeFile, mediaId: string, attempt: string): Promise<MediaFileRow> {
  const { variant, role, mimeType, width } = file
  const stored =
    'path' in file
      ? { bytes: (await stat(file.path)).size, sealed: null }
      : { bytes: file.bytes, sealed: file.sealed }
  return { mediaId, variant, role, mimeType, width, ...stored, key: `${mediaId}/${variant}_${attempt}` }
}

function isReplacedBy(files: MadeFile[], next: MadeFiles['next']) {
  const roles = [...new Set(files.map(({ role }) => role))]
  const made = inArray(mediaFiles.role, roles)
  return next ? made : or(made, eq(mediaFiles.role, 'source'))
}
