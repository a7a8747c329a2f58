import { and, asc, eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { media } from '#features/media/schema.ts'
import type { NewPart } from '#features/posts/add-post.ts'
import { knownId } from '#features/posts/known-id.ts'
import { notFound } from '#errors.ts'
import type { Own } from './queries.ts'
import { draftParts, type DraftRow, drafts } from './schema.ts'

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

/** The parts and attachments of a locked draft in their order. Processing cannot change them until `tx` ends. */
export const lockParts = async (tx: Transaction, { id }: Pick<DraftRow, 'id'>): Promise<NewPart[]> => {
  const rows = await tx
    .select({ part: draftParts, item: media })
    .from(draftParts)
    .innerJoin(media, eq(media.id, draftParts.mediaId))
    .where(eq(draftParts.draftId, id))
    .orderBy(asc(draftParts.position))
    .for('share', { of: media })
  return rows.map(({ part: { mediaId, position, alt, name }, item: { kind, status } }) => ({
    mediaId,
    position,
    alt,
    name,
    kind,
    status,
  }))
}

/** The parts that a post shows, without attachments. */
export const shownParts = <One extends Pick<NewPart, 'name'>>(parts: One[]) =>
  parts.filter(({ name }) => name === null)
