import { eq } from 'drizzle-orm'
import { removeMedia } from '#features/media/remove-media.ts'
import type { Services } from '#services.ts'
import { lockDraft } from './lock-draft.ts'
import type { Own } from './queries.ts'
import { drafts } from './schema.ts'

/** Removes a draft with its file. Throws 404 for anyone but its creator. */
export async function removeDraft(services: Pick<Services, 'db' | 'live' | 'jobs'>, own: Own): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { id, mediaId } = await lockDraft(tx, own)
    await tx.delete(drafts).where(eq(drafts.id, id))
    if (mediaId) await removeMedia(services, tx, mediaId)
    await services.live.publish(tx, { person: own.creatorId }, { type: 'draft_changed', draftId: id })
  })
}
