import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#db/database.ts'
import { addMedia } from '#features/media/add-media.ts'
import { removeMedia } from '#features/media/remove-media.ts'
import { tryAgain } from '#features/media/retry-work.ts'
import { formatNotTaken, wrongKindOfFile } from '#features/posts/content-rules.ts'
import { handOverUpload, removeUpload, claimUpload } from '#features/posts/uploads/claim-upload.ts'
import { conflict, Refusal } from '#errors.ts'
import type { UploadedFile } from '#media/uploaded-file.ts'
import type { Services } from '#services.ts'
import { lockDraft } from './lock-draft.ts'
import { type Own, ownDraft } from './queries.ts'
import { type DraftRow, drafts } from './schema.ts'

type Deps = Parameters<typeof addMedia>[0] & Pick<Services, 'config' | 'clock' | 'live'>
type Attach = Own & { uploadId: string }

const unsupportedFile = 'Please select a picture, a video or a recording.'

const isAttached = async (db: Database, attach: Attach) =>
  (await ownDraft(db, attach)).draft.uploadId === attach.uploadId

async function setFile(
  services: Pick<Services, 'clock' | 'live' | 'jobs'>,
  tx: Transaction,
  { id, creatorId, mediaId: before }: DraftRow,
  file: Pick<DraftRow, 'mediaId' | 'uploadId'>,
) {
  const now = services.clock.now()
  await tx
    .update(drafts)
    .set({ ...file, notPublished: null, updatedAt: now })
    .where(eq(drafts.id, id))
  if (before) await removeMedia(services, tx, before)
  await services.live.publish(tx, { person: creatorId }, { type: 'draft_changed', draftId: id })
}

/**
 * Repeating it for the same upload changes nothing. Throws 404 for an unknown draft or upload,
 * 409 for an incomplete upload, 415 for an unsupported file.
 */
export async function attachFile(services: Deps, attach: Attach): Promise<void> {
  const { creatorId: personId, uploadId } = attach
  if (await isAttached(services.db, attach)) return
  try {
    const file = await claimUpload(services, { uploadId, personId })
    await store(services, attach, file).finally(() => services.media.discard(file.path))
    await removeUpload(services, { uploadId, personId })
  } catch (error) {
    if (await isAttached(services.db, attach)) return
    // An upload of an unsupported type can never be shown, so it is removed.
    if (error instanceof Refusal && error.status === 415) await removeUpload(services, { uploadId, personId })
    throw error
  }
}

async function store(services: Deps, attach: Attach, file: UploadedFile) {
  if (!file.type) throw file.notTaken ? formatNotTaken(file.notTaken) : wrongKindOfFile(unsupportedFile)
  const { creatorId: personId, uploadId } = attach
  await addMedia(services, { file, createdAt: services.clock.now() }, async (tx, mediaItem) => {
    const draft = await lockDraft(tx, attach)
    await handOverUpload(tx, { uploadId, personId })
    await setFile(services, tx, draft, { mediaId: mediaItem.id, uploadId })
  })
}

/** Removes the file of a draft, if it has one. Throws 404 for an unknown draft. */
export async function removeFile(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'jobs'>,
  own: Own,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, own)
    if (draft.mediaId) await setFile(services, tx, draft, { mediaId: null, uploadId: null })
  })
}

/** Retries the failed processing of a draft's file. Throws 404 for an unknown draft, 409 when it has not failed. */
export async function prepareAgain(
  services: Pick<Services, 'db' | 'live' | 'jobs'>,
  own: Own,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { id, mediaId } = await lockDraft(tx, own)
    if (mediaId === null || !(await tryAgain(services, tx, mediaId)))
      throw conflict('There is nothing to try again.')
    await services.live.publish(tx, { person: own.creatorId }, { type: 'draft_changed', draftId: id })
  })
}
