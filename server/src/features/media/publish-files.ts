import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { enqueueWork } from './enqueue-work.ts'
import { deleteFileRows } from './delete-file-rows.ts'
import type { MadeFile, MadeFiles } from './make-files.ts'
import { deleteFilesQueue } from './remove-media.ts'
import { media, type MediaFileRow, mediaFiles, type MediaRow } from './schema.ts'

type Deps = Pick<Services, 'db' | 'media' | 'jobs' | 'log'>

/** Hears in the transaction that a media item can be shown, shows more than before, or has failed. */
export type OnSettled = (tx: Transaction, mediaItem: Pick<MediaRow, 'id' | 'status'>) => Promise<void>

/**
 * Puts what was made of a media item in the place of what was there, all of it or nothing, and drops what was uploaded when
 * no more is to be made. False when somebody else went on with the media item meanwhile, or it was removed: then
 * nothing changed.
 */
export async function publishFiles(
  services: Deps,
  begun: MediaRow,
  { facts, files, next }: MadeFiles,
  onSettled: OnSettled,
): Promise<boolean> {
  const { db, media: store, jobs } = services
  // A name of its own for each attempt: nobody overwrites what is being served.
  const attempt = randomBytes(4).toString('hex')
  const rows = await Promise.all(files.map((file) => toRow(file, begun.id, attempt)))
  const keys = rows.map(({ key }) => key)
  try {
    for (const [index, file] of files.entries())
      if ('path' in file) await store.putFile(rows[index]!.key, file.path)
    const isPublished = await db.transaction(async (tx) => {
      const isStill = and(eq(media.id, begun.id), eq(media.work, begun.work!), eq(media.tries, begun.tries))
      const [row] = await tx.select({ id: media.id }).from(media).where(isStill).for('update')
      if (!row) return false
      const replaced = await tx
        .delete(mediaFiles)
        .where(and(eq(mediaFiles.mediaId, begun.id), isReplacedBy(files, next)))
        .returning({ key: mediaFiles.key })
      await tx.insert(mediaFiles).values(rows)
      const whole = rows.find(({ role }) => role === 'whole')
      await tx
        .update(media)
        .set({ ...facts, ...(whole ? { bytes: whole.bytes } : {}), status: 'ready', work: next, tries: 0 })
        .where(eq(media.id, begun.id))
      if (replaced.length > 0)
        await jobs.enqueue(tx, deleteFilesQueue, { keys: replaced.map(({ key }) => key) })
      if (next) await enqueueWork(services, tx, { id: begun.id, work: next })
      await onSettled(tx, { id: begun.id, status: 'ready' })
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
  const kept =
    'path' in file
      ? { bytes: (await stat(file.path)).size, sealed: null }
      : { bytes: file.bytes, sealed: file.sealed }
  return { mediaId, variant, role, mimeType, width, ...kept, key: `${mediaId}/${variant}_${attempt}` }
}

function isReplacedBy(files: MadeFile[], next: MadeFiles['next']) {
  const roles = [...new Set(files.map(({ role }) => role))]
  const made = inArray(mediaFiles.role, roles)
  return next ? made : or(made, eq(mediaFiles.role, 'source'))
}
