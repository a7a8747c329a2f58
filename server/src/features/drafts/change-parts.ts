import { maxAttachments, maxParts } from '@touchline/contract/media.ts'
import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#db/database.ts'
import { addMedia } from '#features/media/add-media.ts'
import { removeMedia } from '#features/media/remove-media.ts'
import { tryAllAgain } from '#features/media/retry-work.ts'
import { formatNotTaken, wrongKindOfFile } from '#features/posts/content-rules.ts'
import { withReplacedPicture } from '#features/posts/format-text.ts'
import { handOverUpload, removeUpload, claimUpload } from '#features/posts/uploads/claim-upload.ts'
import { conflict, notFound, Refusal } from '#errors.ts'
import type { Services } from '#services.ts'
import { arrangeParts, type DraftPartRow, draftPartRows } from './arrange-parts.ts'
import { attachmentName } from './attachment-name.ts'
import { lockDraft, shownParts } from './lock-draft.ts'
import { type Own, ownDraft } from './queries.ts'
import { draftParts, type DraftRow, drafts } from './schema.ts'

type Deps = Parameters<typeof addMedia>[0] & Pick<Services, 'config' | 'clock' | 'live'>

/**
 * Where a new file goes: last, in the place of a part (`first`: of the first one, if any), or among the attachments.
 */
type Place = { replaces?: string | undefined } | { attachedAs: string }
type Add = Own & { uploadId: string; place: Place }

const unsupportedFile = 'Please select a picture, a video or a recording.'

const isAttached = async (db: Database, { uploadId, ...own }: Own & { uploadId: string }) => {
  const { draft } = await ownDraft(db, own)
  return (
    (await db.$count(draftParts, and(eq(draftParts.draftId, draft.id), eq(draftParts.uploadId, uploadId)))) >
    0
  )
}

/** Throws 404 when the part to replace is gone, 409 when there are too many. Returns the part to replace, if any. */
function placeFor(rows: DraftPartRow[], place: Place): DraftPartRow | null {
  const parts = shownParts(rows)
  if ('attachedAs' in place) {
    if (rows.length - parts.length >= maxAttachments)
      throw conflict(`A post can have ${maxAttachments} attachments. Please remove one first.`)
    return null
  }
  if (place.replaces === 'first') return parts[0] ?? null
  const replaced = parts.find(({ mediaId }) => mediaId === place.replaces) ?? null
  if (place.replaces !== undefined && !replaced) throw notFound('File')
  if (!replaced && parts.length >= maxParts)
    throw conflict(`A post can have ${maxParts} pictures and videos. Please remove one first.`)
  return replaced
}

const isPart = ({ draftId, mediaId }: DraftPartRow) =>
  and(eq(draftParts.draftId, draftId), eq(draftParts.mediaId, mediaId))

const touchDraft = async (
  { clock, live }: Pick<Services, 'clock' | 'live'>,
  tx: Transaction,
  { id, creatorId, mediaAlt }: Pick<DraftRow, 'id' | 'creatorId' | 'mediaAlt'>,
) => {
  await tx
    .update(drafts)
    .set({ mediaAlt, notPublished: null, updatedAt: clock.now() })
    .where(eq(drafts.id, id))
  await live.publish(tx, { person: creatorId }, { type: 'draft_changed', draftId: id })
}

/**
 * Adds a complete upload to a draft and starts processing it. A repeated or concurrent request for the same upload
 * changes nothing. Throws 404 for an unknown draft, upload or part, 409 for an incomplete upload or too many files, 415
 * for a part of an unsupported type.
 */
export async function addPart(services: Deps, { place, ...add }: Add): Promise<void> {
  const { db, media } = services
  const { creatorId: personId, uploadId } = add
  if (await isAttached(db, add)) return
  try {
    placeFor(await db.transaction((tx) => draftPartRows(tx, add.draftId)), place)
    const file = await claimUpload(services, { uploadId, personId })
    const isAttachment = 'attachedAs' in place
    try {
      if (!isAttachment && !file.type)
        throw file.notTaken ? formatNotTaken(file.notTaken) : wrongKindOfFile(unsupportedFile)
      await addMedia(
        services,
        { file, createdAt: services.clock.now(), ownerId: personId, isAttachment },
        async (tx, { id }) => {
          const draft = await lockDraft(tx, add)
          await handOverUpload(tx, { uploadId, personId })
          await insertPart(services, tx, { draft, place, mediaId: id, uploadId })
        },
      )
    } finally {
      await media.discard(file.path)
    }
    await removeUpload(services, { uploadId, personId })
  } catch (error) {
    if (await isAttached(db, add)) return
    // An upload of an unsupported type can never be shown, so it is removed.
    if (error instanceof Refusal && error.status === 415) await removeUpload(services, { uploadId, personId })
    throw error
  }
}

async function insertPart(
  services: Pick<Services, 'clock' | 'live' | 'jobs'>,
  tx: Transaction,
  { draft, place, ...file }: { draft: DraftRow; place: Place; mediaId: string; uploadId: string },
) {
  const rows = await draftPartRows(tx, draft.id)
  const replaced = placeFor(rows, place)
  const name = 'attachedAs' in place ? attachmentName(place.attachedAs) : null
  const beside = rows.filter((row) => (row.name === null) === (name === null))
  const isFirst = name === null && beside.length === 0
  const alt = isFirst ? draft.mediaAlt : replaced?.alt
  const position = replaced?.position ?? beside.length
  if (replaced) await tx.delete(draftParts).where(isPart(replaced))
  await tx.insert(draftParts).values({ ...file, draftId: draft.id, position, alt: alt || null, name })
  if (replaced) {
    await removeMedia(services, tx, [replaced.mediaId])
    const content = withReplacedPicture(draft.content, replaced.mediaId, file.mediaId)
    if (content !== draft.content)
      await tx
        .update(drafts)
        .set({ content, version: draft.version + 1 })
        .where(eq(drafts.id, draft.id))
  }
  await touchDraft(services, tx, { ...draft, mediaAlt: isFirst ? '' : draft.mediaAlt })
}

/** Removes a part or attachment of a draft; `first` is the first part. Does nothing when it is gone. 404: no draft. */
export async function removePart(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'jobs'>,
  { partId, ...own }: Own & { partId: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, own)
    const rows = await draftPartRows(tx, draft.id)
    const removed = partId === 'first' ? shownParts(rows)[0] : rows.find(({ mediaId }) => mediaId === partId)
    if (!removed) return
    await tx.delete(draftParts).where(isPart(removed))
    const beside = rows.filter((row) => row !== removed && (row.name === null) === (removed.name === null))
    await arrangeParts(tx, beside)
    await removeMedia(services, tx, [removed.mediaId])
    // The description of the last part waits for the next one.
    const mediaAlt = removed.name === null && beside.length === 0 ? (removed.alt ?? '') : draft.mediaAlt
    await touchDraft(services, tx, { ...draft, mediaAlt })
  })
}

/** Retries the failed processing of a draft's parts. Throws 404 for an unknown draft, 409 when none has failed. */
export async function prepareAgain(
  services: Pick<Services, 'db' | 'live' | 'jobs'>,
  own: Own,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { id } = await lockDraft(tx, own)
    const mediaIds = (await draftPartRows(tx, id)).map(({ mediaId }) => mediaId)
    if (!(await tryAllAgain(services, tx, mediaIds))) throw conflict('There is nothing to try again.')
    await services.live.publish(tx, { person: own.creatorId }, { type: 'draft_changed', draftId: id })
  })
}
