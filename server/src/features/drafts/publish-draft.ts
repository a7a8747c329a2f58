import { eq } from 'drizzle-orm'
import { isUniqueViolation, type Transaction } from '#db/database.ts'
import { addPost, type NewPart } from '#features/posts/add-post.ts'
import { knownId } from '#features/posts/known-id.ts'
import { conflict } from '#errors.ts'
import type { Services } from '#services.ts'
import { toPostFields } from './to-post-fields.ts'
import { lockDraft, lockParts, shownParts } from './lock-draft.ts'
import type { Own } from './queries.ts'
import { wasPublished } from './save-draft.ts'
import { type DraftRow, drafts } from './schema.ts'
import { findMissing } from './find-missing.ts'
const idIsTaken = () =>
  conflict(
    'Another post has the number of this draft. Please copy its text into a new draft and publish that.',
  )

/** Replaces a locked draft with a post. Throws 409 when a post with that id exists; `tx` stays usable. */
export async function publishLocked(
  services: Pick<Services, 'clock' | 'live'>,
  tx: Transaction,
  draft: DraftRow,
  parts: NewPart[],
): Promise<void> {
  const { id, creatorId } = draft
  const trimmed = parts.map((part) => ({ ...part, alt: part.alt?.trim() || null }))
  try {
    await tx.transaction(async (savepoint) => {
      await savepoint.delete(drafts).where(eq(drafts.id, id))
      await addPost(services, savepoint, {
        ...toPostFields(draft),
        parts: trimmed,
        createdAt: services.clock.now(),
      })
    })
  } catch (error) {
    throw isUniqueViolation(error, 'posts_pkey') ? idIsTaken() : error
  }
  await services.live.publish(tx, { person: creatorId }, { type: 'draft_changed', draftId: id })
}

/**
 * `version` and `mediaId` identify what the creator saw. Publishing again changes nothing. Throws 404 for an unknown
 * draft, 400 for an empty one, 409 when it has changed, its file failed or its id is taken.
 */
export async function publishDraft(
  services: Pick<Services, 'db' | 'clock' | 'live'>,
  {
    version,
    mediaId,
    parts: seen,
    ...own
  }: Own & { version: number; mediaId: string | null; parts?: string[] },
): Promise<void> {
  const draftId = knownId(own.draftId, 'Draft')
  await services.db.transaction(async (tx) => {
    if (await wasPublished(tx, { ...own, draftId })) return
    const draft = await lockDraft(tx, own).catch(async (error: unknown) => {
      // A concurrent request may have published it.
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
    const missing = findMissing(draft, shown)
    if (missing) throw missing
    await publishLocked(services, tx, draft, parts)
  })
}
