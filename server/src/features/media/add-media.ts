import { randomBytes } from 'node:crypto'
import type { Transaction } from '#db/database.ts'
import { isStorageFull, storageFull } from '#media/storage-full.ts'
import type { UploadedFile } from '#media/uploaded-file.ts'
import type { Services } from '#services.ts'
import { media, type MediaFileRow, mediaFiles, type MediaRow } from './schema.ts'

type Asked = Pick<Services, 'db' | 'media' | 'images' | 'log'>
type Made = {
  facts: Pick<MediaRow, 'kind' | 'mimeType' | 'width' | 'height' | 'placeholder' | 'bytes'>
  files: (Omit<MediaFileRow, 'mediaId' | 'key'> & { path: string })[]
}

/** What is kept of a file: a picture's sizes without the picture itself; a video or recording as it is. */
async function made({ images, media: store }: Asked, file: UploadedFile): Promise<Made> {
  if (!file.type) throw new Error('a file of no known type cannot be stored')
  const { kind, mimeType } = file.type
  if (kind !== 'image')
    return {
      facts: { kind, mimeType, width: null, height: null, placeholder: null, bytes: file.bytes },
      files: [{ variant: 'whole', role: 'whole', path: file.path, mimeType, bytes: file.bytes, width: null }],
    }
  const {
    width,
    height,
    placeholder,
    mimeType: type,
    sizes,
  } = await images.render(file.path, () => store.tempPath())
  return {
    facts: { kind, mimeType: type, width, height, placeholder, bytes: sizes.at(-1)?.bytes ?? 0 },
    files: sizes.map(({ path, bytes, width: wide }) => ({
      variant: String(wide),
      role: 'size' as const,
      path,
      mimeType: type,
      bytes,
      width: wide,
    })),
  }
}

/**
 * Stores a file as a medium: the bytes first, then its rows together with those `withRows` writes. When anything
 * fails, nothing is left. 415 for a picture that cannot be read, 507 for a full disk. Returns the new medium's id.
 */
export async function addMedia(
  services: Asked,
  { file, createdAt }: { file: UploadedFile; createdAt: Date },
  withRows: (tx: Transaction, mediaId: string) => Promise<void>,
): Promise<string> {
  const { db, media: store, log } = services
  const id = randomBytes(16).toString('base64url')
  const { facts, files } = await made(services, file)
  const rows = files.map(({ path, ...row }) => ({
    row: { ...row, mediaId: id, key: `${id}/${row.variant}` },
    path,
  }))
  try {
    for (const { row, path } of rows) await store.putFile(row.key, path)
    await db.transaction(async (tx) => {
      await tx.insert(media).values({ id, ...facts, sha256: file.sha256, createdAt })
      await tx.insert(mediaFiles).values(rows.map(({ row }) => row))
      await withRows(tx, id)
    })
    return id
  } catch (error) {
    for (const { row, path } of rows) {
      await store.discard(path)
      await store
        .delete(row.key)
        .catch((problem: unknown) => log.warn({ err: problem }, 'a file was left behind'))
    }
    throw isStorageFull(error) ? storageFull() : error
  }
}
