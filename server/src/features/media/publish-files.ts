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

/** A statement takes 65,535 values. */
const rowsAtOnce = 2000

/**
 * Adds the files of a media item, all or none, in place of what they replace. Returns false and changes nothing when
 * the media item was removed or another worker has taken over.
 */
export async function publishFiles(
  services: Pick<Services, 'db' | 'media' | 'jobs' | 'log'>,
  item: MediaRow,
  { facts, files, next }: MadeFiles,
  onSettled: OnSettled,
): Promise<boolean> {
  const { db, media: store, jobs } = services
  // Each attempt writes under a new name, so that it never overwrites a file that is being served.
  const attempt = randomBytes(4).toString('hex')
  const rows: MediaFileRow[] = []
  for (const file of files) rows.push(await toRow(file, item.id, attempt))
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
        .where(and(eq(mediaFiles.mediaId, item.id), isReplacedBy(files, item)))
        .returning({ key: mediaFiles.key })
      for (let at = 0; at < rows.length; at += rowsAtOnce)
        await tx.insert(mediaFiles).values(rows.slice(at, at + rowsAtOnce))
      const whole = rows.find(({ role }) => role === 'whole')
      const work = { work: next?.work ?? null, lane: next?.lane ?? item.lane, attempts: 0 }
      await tx
        .update(media)
        .set({ ...facts, ...(whole ? { bytes: whole.bytes } : {}), status: 'ready', ...work })
        .where(eq(media.id, item.id))
      if (replaced.length > 0)
        await jobs.enqueue(tx, deleteFilesQueue, { keys: replaced.map(({ key }) => key) })
      await enqueueWork(services, tx, { ...item, ...work })
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

/**
 * A new size of a stream replaces the main playlist only. Everything else replaces all files of its role, and the
 * upload, except that of a video, which is kept for exports.
 */
function isReplacedBy(files: MadeFile[], { work, kind }: MediaRow) {
  if (work === 'stream') {
    const replaced = files.flatMap(({ variant }) => (['stream', 'strip'].includes(variant) ? variant : []))
    return inArray(mediaFiles.variant, replaced)
  }
  const roles = [...new Set(files.map(({ role }) => role))]
  const made = inArray(mediaFiles.role, roles)
  return kind === 'video' && !roles.includes('whole') ? made : or(made, eq(mediaFiles.role, 'source'))
}
