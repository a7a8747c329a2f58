import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import { examineFile, type UploadedFile } from '#media/uploaded-file.ts'
import type { Services } from '#services.ts'
import { arrivedBytes, linkPart, removePart } from './parts.ts'
import { uploads } from './upload-schema.ts'

type Named = { uploadId: string; personId: string }

const named = ({ uploadId, personId }: Named) => and(eq(uploads.id, uploadId), eq(uploads.personId, personId))

/** The post an upload was published as, or null when it was not. */
export async function publishedFrom(db: Database, upload: Named): Promise<string | null> {
  const [found] = await db.select({ postId: uploads.postId }).from(uploads).where(named(upload))
  return found?.postId ?? null
}

/**
 * A finished upload as a file of its own, recognised by its bytes as one that came in a form. The caller stores or
 * discards it; what was sent stays until it is published. 404 unknown or somebody else's, 409 not all there yet.
 */
export async function claimUpload(
  services: Pick<Services, 'db' | 'config' | 'media'>,
  upload: Named,
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

/** Notes, with the post's own rows, what an upload was published as. 409 when that was something else. */
export async function markPublished(tx: Transaction, upload: Named & { postId: string }): Promise<void> {
  const [spent] = await tx
    .update(uploads)
    .set({ postId: upload.postId })
    .where(and(named(upload), isNull(uploads.postId)))
    .returning({ id: uploads.id })
  if (!spent) throw conflict('This upload has been published already.')
}

/** Hands an upload over, with the rows of whatever has its file from now on. 409 when it was used already. */
export async function handOverUpload(tx: Transaction, upload: Named): Promise<void> {
  const [gone] = await tx
    .delete(uploads)
    .where(and(named(upload), isNull(uploads.postId)))
    .returning({ id: uploads.id })
  if (!gone) throw conflict('This upload has been used already.')
}

/** Deletes what arrived of an upload, and the upload itself unless it was published; that is remembered for a day. */
export async function removeUpload(services: Pick<Services, 'db' | 'config'>, upload: Named): Promise<void> {
  await services.db.delete(uploads).where(and(named(upload), isNull(uploads.postId)))
  await removePart(services, upload.uploadId)
}
