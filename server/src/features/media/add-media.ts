import { randomBytes } from 'node:crypto'
import type { Transaction } from '#db/database.ts'
import { nameOfSize } from '#media/image-work.ts'
import type { Avatar } from '#media/images.ts'
import { notStored } from '#media/storage-errors.ts'
import type { UploadedFile } from '#media/uploaded-file.ts'
import type { Services } from '#services.ts'
import { enqueueWork } from './enqueue-work.ts'
import { deleteFileRows } from './delete-file-rows.ts'
import { media, type MediaFileRow, mediaFiles, type MediaRow } from './schema.ts'
import { squareVariant } from './square-variant.ts'
type Prepared = {
  facts: Pick<
    MediaRow,
    'kind' | 'mimeType' | 'width' | 'height' | 'placeholder' | 'bytes' | 'status' | 'work'
  >
  files: (Omit<MediaFileRow, 'mediaId' | 'key' | 'sealed'> & { path: string })[]
}

/**
 * A picture is stored as its resized versions only; the rest as uploaded, queued for work.
 * Seeded media (`isHistory`) is shown as it is until that work is done.
 */
async function prepare(
  { images, media: store }: Pick<Services, 'media' | 'images'>,
  { file, isHistory = false, avatar, isAttachment = false, ownerId = null }: NewMedia,
): Promise<Prepared> {
  if (isAttachment) {
    const stored = { mimeType: 'application/octet-stream', bytes: file.bytes, width: null }
    return {
      facts: { ...stored, kind: 'file', height: null, placeholder: null, status: 'ready', work: null },
      files: [{ ...stored, variant: 'attachment', role: 'attachment', path: file.path }],
    }
  }
  if (!file.type) throw new Error('a file of no known type cannot be stored')
  const { kind, mimeType } = file.type
  if (kind !== 'image') {
    const role = isHistory ? 'whole' : 'source'
    return {
      facts: {
        kind,
        mimeType,
        width: null,
        height: null,
        placeholder: null,
        bytes: file.bytes,
        status: isHistory ? 'ready' : 'processing',
        work: 'prepare',
      },
      files: [{ variant: role, role, path: file.path, mimeType, bytes: file.bytes, width: null }],
    }
  }
  const {
    width,
    height,
    frames,
    placeholder,
    mimeType: type,
    sizes,
  } = await images.render(file.path, () => store.tempPath(), avatar ?? { ownerId })
  const isAnimated =
    mimeType === 'image/apng' || (frames > 1 && ['image/gif', 'image/webp'].includes(mimeType))
  const moves = avatar === undefined && isAnimated
  const source = {
    variant: 'source',
    role: 'source' as const,
    path: file.path,
    mimeType,
    bytes: file.bytes,
    width: null,
  }
  return {
    facts: {
      kind,
      mimeType: type,
      width,
      height,
      placeholder,
      bytes: sizes.at(-1)?.bytes ?? 0,
      status: 'ready',
      work: moves ? 'prepare' : null,
    },
    files: [
      ...(moves ? [source] : []),
      ...sizes.map(({ path, bytes, width: wide, mimeType: format }) => ({
        variant: avatar === undefined ? nameOfSize({ width: wide, mimeType: format }) : squareVariant,
        role: 'size' as const,
        path,
        mimeType: format,
        bytes,
        width: wide,
      })),
    ],
  }
}

type NewMedia = {
  file: UploadedFile
  createdAt: Date
  /** The person whose turn the work on the file takes. */
  ownerId?: string | null
  isHistory?: boolean
  avatar?: Avatar
  isAttachment?: boolean
}

export type AddedMedia = Pick<MediaRow, 'id' | 'status' | 'kind'>

type Deps = Pick<Services, 'db' | 'media' | 'images' | 'jobs' | 'log'>

/**
 * Stores the bytes; then one transaction writes the rows, those of `withRows` and the job. `isHistory` postpones it,
 * `avatar` stores a single square picture. The nightly sweep removes what a failure leaves behind.
 * Throws 415 for an unreadable picture, 507 when the disk is full, 503 when the bucket rejects the file.
 */
export async function addMedia(
  services: Deps,
  file: NewMedia,
  withRows: (tx: Transaction, mediaItem: AddedMedia) => Promise<void>,
): Promise<AddedMedia> {
  const [added] = await addSeveralMedia(services, [file], (tx, [item]) => withRows(tx, item!))
  return added!
}

/** The same for several files, all or none. */
export async function addSeveralMedia(
  services: Deps,
  files: NewMedia[],
  withRows: (tx: Transaction, mediaItems: AddedMedia[]) => Promise<void>,
): Promise<AddedMedia[]> {
  const { db, media: store } = services
  const made: (Prepared & { id: string; file: NewMedia })[] = []
  const rowsOf = ({ id, files: some }: Prepared & { id: string }) =>
    some.map(({ path, ...row }) => ({ row: { ...row, mediaId: id, key: `${id}/${row.variant}` }, path }))
  try {
    for (const file of files) {
      const id = randomBytes(16).toString('base64url')
      made.push({ id, file, ...(await prepare(services, file)) })
    }
    const rows = made.flatMap(rowsOf)
    for (const { row, path } of rows) await store.putFile(row.key, path)
    const added = made.map(({ id, facts: { status, kind } }) => ({ id, status, kind }))
    await db.transaction(async (tx) => {
      for (const { id, facts, file } of made) {
        const { ownerId = null, createdAt, isHistory = false } = file
        const [item] = await tx
          .insert(media)
          .values({ id, ...facts, ownerId, sha256: file.file.sha256, createdAt })
          .returning()
        if (item && !isHistory) await enqueueWork(services, tx, item)
      }
      await tx.insert(mediaFiles).values(rows.map(({ row }) => row))
      await withRows(tx, added)
    })
    return added
  } catch (error) {
    const rows = made.flatMap(rowsOf)
    for (const { path } of rows) await store.discard(path)
    await deleteFileRows(
      services,
      rows.map(({ row }) => row.key),
      error,
    )
    throw notStored(error)
  }
}
