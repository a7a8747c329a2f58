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
import { toCaptions } from './to-media.ts'

type Captions = { mediaId: string; language: string }

/** More languages than any film has. */
const maxLanguages = 40

const variantOf = (language: string) => `captions-${language}`

/** The captions a media item has, in the order of their languages. */
export async function captionsOf(db: Database, mediaId: string): Promise<Media['captions']> {
  const isCaptions = and(eq(mediaFiles.mediaId, mediaId), eq(mediaFiles.role, 'captions'))
  const rows = await db.select().from(mediaFiles).where(isCaptions).orderBy(asc(mediaFiles.variant))
  return toCaptions(mediaId, rows)
}

/**
 * Keeps WebVTT text as the captions of a media item in a language, in the place of those it had: the file first, then its
 * row together with those `withRows` writes. When anything fails, nothing changed. 404 for a media item that is gone,
 * 409 for too many languages, 507 for a full disk, 503 for a bucket that takes nothing.
 */
export async function storeCaptions(
  services: Pick<Services, 'db' | 'media' | 'jobs' | 'log'>,
  { mediaId, language, text }: Captions & { text: string },
  withRows: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { db, media: store } = services
  const variant = variantOf(language)
  // A name of its own each time: nobody overwrites what is being read.
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

/** Removes the captions of a language at once, their file after the commit. False when there were none. */
export async function removeCaptions(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Transaction,
  { mediaId, language }: Captions,
): Promise<boolean> {
  const [removed] = await tx
    .delete(mediaFiles)
    .where(and(eq(mediaFiles.mediaId, mediaId), eq(mediaFiles.variant, variantOf(language))))
    .returning({ key: mediaFiles.key })
  if (removed) await jobs.enqueue(tx, deleteFilesQueue, { keys: [removed.key] })
  return removed !== undefined
}
