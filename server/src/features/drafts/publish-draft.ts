import { eq } from 'drizzle-orm'
import { isUniqueViolation, type Transaction } from '#db/database.ts'
import { addPost, type NewPart } from '#features/posts/add-post.ts'
import { placePost } from '#features/posts/collections/place-post.ts'
import { knownId } from '#features/posts/known-id.ts'
import { conflict } from '#errors.ts'
import type { Services } from '#services.ts'
import { refuseLostEarlyAccess } from './early-access.ts'
import { toPostFields } from './to-post-fields.ts'
import { lockDraft, lockParts, shownParts } from './lock-draft.ts'
import type { Own } from './queries.ts'
import { wasPublished } from './save-draft.ts'
import { type DraftRow, drafts } from './schema.ts'
import { findMissing } from './find-missing.ts'
import { isWaiting, saveToPost, saveWhenReady } from './save-to-post.ts'
const idIsTaken = () =>
  conflict(
    'Another post has the number of this draft. Please copy its text into a new draft and publish that.',
  )

/**
 * Replaces a locked draft with a post, or saves it to the post that it edits. Throws 409 when a post with that id
 * exists, or the edited one has changed; `tx` stays usable.
 */
export async function publishLocked(
  services: Pick<Services, 'clock' | 'live' | 'jobs'>,
  tx: Transaction,
  draft: DraftRow,
  parts: NewPart[],
): Promise<void> {
  const { id, creatorId } = draft
  const trimmed = parts.map((part) => ({ ...part, alt: part.alt?.trim() || null }))
  if (draft.postId !== null) return saveToPost(services, tx, draft, trimmed)
  try {
    await tx.transaction(async (savepoint) => {
      await savepoint.delete(drafts).where(eq(drafts.id, id))
      await addPost(services, savepoint, {
        ...toPostFields(draft),
        parts: trimmed,
        createdAt: services.clock.now(),
      })
      const { collectionIds } = draft
      if (collectionIds) await placePost(savepoint, { postId: id, creatorId, collectionIds })
    })
  } catch (error) {
    throw isUniqueViolation(error, 'posts_pkey') ? idIsTaken() : error
  }
  await services.live.publish(tx, { person: creatorId }, { type: 'draft_changed', draftId: id })
}

/**
 * `version` and `mediaId` identify what the creator saw, `postVersion` the post that a draft may overwrite. Publishing
 * again changes nothing. Changes to a post wait for their files. Throws 404 for an unknown draft, 400 for an empty one
 * or one that everybody would see at once with members, 409 when it or its post has changed, its file failed or its id
 * is taken.
 */
export async function publishDraft(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'jobs'>,
  {
    version,
    mediaId,
    parts: seen,
    postVersion,
    ...own
  }: Own & { version: number; mediaId: string | null; parts?: string[]; postVersion?: number },
): Promise<void> {
  const draftId = knownId(own.draftId, 'Draft')
  await services.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, own).catch(async (error: unknown) => {
      // An earlier or concurrent request has published it.
      if (await wasPublished(tx, { ...own, draftId })) return null
      throw error
    })
    if (!draft) return
    if (draft.version !== version)
      throw conflict(
        'This draft has been changed elsewhere in the meantime. Please look at it again before you publish it.',
      )
    const parts = await lockParts(tx, draft)
    const shown = shownParts(parts)
    const ids = shown.map((part) => part.mediaId)
    if ((ids[0] ?? null) !== mediaId || (seen && seen.join() !== ids.join()))
      throw conflict(
        'The file of this draft was changed in another place meanwhile. Please look at it before you publish it.',
      )
    if (draft.postId === null) refuseLostEarlyAccess(draft.opensAt, services.clock.now(), draft.createdAt)
    const missing = findMissing(draft, shown)
    if (missing) throw missing
    if (draft.postId === null) return publishLocked(services, tx, draft, parts)
    const edit = { ...draft, basedOn: postVersion ?? draft.basedOn }
    if (await isWaiting(tx, edit, parts)) await saveWhenReady(services, tx, edit)
    else await publishLocked(services, tx, edit, parts)
  })
}
