import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { media, type MediaRow } from '#features/media/schema.ts'
import { knownId } from '#features/posts/known-id.ts'
import { notFound } from '#errors.ts'
import type { Own } from './queries.ts'
import { type DraftRow, drafts } from './schema.ts'

/** Locks a draft until `tx` ends. Throws 404 for anyone but its creator. */
export async function lockDraft(tx: Transaction, { creatorId, draftId }: Own): Promise<DraftRow> {
  const [draft] = await tx
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, knownId(draftId, 'Draft')), eq(drafts.creatorId, creatorId)))
    .for('update')
  if (!draft) throw notFound('Draft')
  return draft
}

/** Locks the media item of a locked draft, so that processing cannot change it until `tx` ends. */
export async function lockMedia(tx: Transaction, { mediaId }: DraftRow): Promise<MediaRow | null> {
  if (mediaId === null) return null
  const [mediaItem] = await tx.select().from(media).where(eq(media.id, mediaId)).for('share')
  return mediaItem ?? null
}
