import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Media } from '@touchline/contract/media.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import { notStored } from '#media/storage-errors.ts'
import type { Services } from '#services.ts'
import { deleteFileRows } from './delete-file-rows.ts'
import { deleteFilesQueue } from './remove-media.ts'
import { media, mediaFiles } from './schema.ts'
import { captionsVariant, toCaptions } from './to-media.ts'

export type CaptionsOf = { mediaId: string; language: string }

const maxLanguages = 40

/** The captions of a media item, ordered by language. */
export async function captionsOf(db: Database, mediaId: string): Promise<Media['captions']> {
  const isCaptions = and(eq(mediaFiles.mediaId, mediaId), eq(mediaFiles.role, 'captions'))
  const rows = await db.select().from(mediaFiles).where(isCaptions).orderBy(asc(mediaFiles.variant))
  return toCaptions(mediaId, rows)
}

/**
 * Stores the file; then one transaction writes its row and those of `withRows`. Throws 404 when the media item is gone,
 * 409 for too many languages, 507 when the disk is full, 503 when the bucket rejects the file.
 */
export async function storeCaptions(
  services: Pick<Services, 'db' | 'media' | 'jobs' | 'log'>,
  { mediaId, language, text }: CaptionsOf & { text: string },
  withRows: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { db, media: store } = services
  const variant = captionsVariant(language)
  // A new name each time, so that a file that is being read is never overwritten.
  const key = `${mediaId}/${variant}_${randomBytes(4).toString('hex')}`
  const path = store.tempPath()
  try {
    await writeFile(path, text, { mode: 0o600, flush: true })
    await store.putFile(key, path)
    await db.transaction(async (tx) => {
      const [mediaItem] = await tx.select().from(media).where(eq(media.id, mediaId)).for('update')
      if (!mediaItem) throw notFound('Post')
      await removeCaptions(services, tx, { mediaId, language })
      const isCaptions = and(eq(mediaFiles.mediaId, mediaId), eq(mediaFiles.role, 'captions'))
      if ((await tx.$count(mediaFiles, isCaptions)) >= maxLanguages)
        throw conflict(`There are captions in ${maxLanguages} languages already.`)
      const bytes = Buffer.byteLength(text)
      await tx
        .insert(mediaFiles)
        .values({ mediaId, variant, role: 'captions', key, mimeType: 'text/vtt', bytes })
      await withRows(tx)
    })
  } catch (error) {
    await store.discard(path)
    await deleteFileRows(services, [key], error)
    throw notStored(error)
  }
}

/** Removes the captions in a language, their file after the commit. Returns false when there were none. */
export async function removeCaptions(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Transaction,
  { mediaId, language }: CaptionsOf,
): Promise<boolean> {
  const [removed] = await tx
    .delete(mediaFiles)
    .where(and(eq(mediaFiles.mediaId, mediaId), eq(mediaFiles.variant, captionsVariant(language))))
    .returning({ key: mediaFiles.key })
  if (removed) await jobs.enqueue(tx, deleteFilesQueue, { keys: [removed.key] })
  return removed !== undefined
}
