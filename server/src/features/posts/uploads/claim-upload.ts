import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import { examineFile, type UploadedFile } from '#media/uploaded-file.ts'
import type { Services } from '#services.ts'
import { arrivedBytes, linkPart, removePart } from './parts.ts'
import { uploads } from './upload-schema.ts'

type UploadId = { uploadId: string; personId: string }

const named = ({ uploadId, personId }: UploadId) =>
  and(eq(uploads.id, uploadId), eq(uploads.personId, personId))

export async function publishedFrom(db: Database, upload: UploadId): Promise<string | null> {
  const [found] = await db.select({ postId: uploads.postId }).from(uploads).where(named(upload))
  return found?.postId ?? null
}

/**
 * Returns a separate temporary file that the caller stores or discards; the upload stays until it is published.
 * Throws 404 for an unknown or someone else's upload, 409 for an incomplete one.
 */
export async function claimUpload(
  services: Pick<Services, 'db' | 'config' | 'media'>,
  upload: UploadId,
): Promise<UploadedFile> {
  const [row] = await services.db.select().from(uploads).where(named(upload))
  if (!row) throw notFound('Upload')
  const arrived = await arrivedBytes(services, row.id)
  if (arrived === null) throw notFound('Upload')
  if (arrived < row.bytes) throw conflict('This upload has not arrived completely yet.')
  const path = services.media.tempPath()
  try {
    await linkPart(services, row.id, path)
    return await examineFile(path)
  } catch (error) {
    await services.media.discard(path)
    throw error
  }
}

/** Records which post an upload was published as. Throws 409 when it was published before. */
export async function markPublished(tx: Transaction, upload: UploadId & { postId: string }): Promise<void> {
  const [marked] = await tx
    .update(uploads)
    .set({ postId: upload.postId })
    .where(and(named(upload), isNull(uploads.postId)))
    .returning({ id: uploads.id })
  if (!marked) throw conflict('This upload has been published already.')
}

/** Deletes the upload in the transaction that takes over its file. Throws 409 when it was used before. */
export async function handOverUpload(tx: Transaction, upload: UploadId): Promise<void> {
  const [removed] = await tx
    .delete(uploads)
    .where(and(named(upload), isNull(uploads.postId)))
    .returning({ id: uploads.id })
  if (!removed) throw conflict('This upload has been used already.')
}

/** Deletes the bytes of an upload and its row. The row of a published upload stays for a day. */
export async function removeUpload(
  services: Pick<Services, 'db' | 'config'>,
  upload: UploadId,
): Promise<void> {
  await services.db.delete(uploads).where(and(named(upload), isNull(uploads.postId)))
  await removePart(services, upload.uploadId)
}
