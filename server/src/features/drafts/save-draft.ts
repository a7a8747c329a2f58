import { isDeepStrictEqual } from 'node:util'
import { maxDrafts } from '@touchline/contract/drafts.ts'
import { eq } from 'drizzle-orm'
import { validate } from 'uuid'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { collectionsOfPost } from '#features/posts/collections/place-post.ts'
import { knownId } from '#features/posts/known-id.ts'
import { posts } from '#features/posts/schema.ts'
import { conflict, notFound } from '#errors.ts'
import type { Services } from '#services.ts'
import { arranged, arrangeParts, draftPartRows } from './arrange-parts.ts'
import { refuseLostEarlyAccess } from './early-access.ts'
import { shownParts } from './lock-draft.ts'
import type { Own } from './queries.ts'
import { type DraftRow, drafts } from './schema.ts'

type DraftText = Pick<DraftRow, 'title' | 'content' | 'mediaAlt' | 'opensAt'> &
  Partial<Pick<DraftRow, 'sharing' | 'isMadeWithAi' | 'commentsOff' | 'tags'>> & {
    collectionIds?: string[]
  }
type Save = Own & {
  version: number
  text: DraftText
  parts?: { id: string; mediaAlt: string }[] | undefined
}

const changedElsewhere = () => conflict('This draft has been changed elsewhere in the meantime.')

export const alreadyPublished = () => conflict('This draft has already been published.')

async function creatorOfPost(tx: Transaction, id: string): Promise<string | null> {
  const [post] = await tx.select({ creatorId: posts.creatorId }).from(posts).where(eq(posts.id, id))
  return post?.creatorId ?? null
}

export const wasPublished = async (tx: Transaction, { creatorId, draftId }: Own): Promise<boolean> =>
  (await creatorOfPost(tx, draftId)) === creatorId

const isSame = (draft: DraftRow, text: DraftText) =>
  draft.title === text.title &&
  draft.content === text.content &&
  draft.opensAt?.getTime() === text.opensAt?.getTime() &&
  (text.sharing === undefined || draft.sharing === text.sharing) &&
  (text.isMadeWithAi === undefined || draft.isMadeWithAi === text.isMadeWithAi) &&
  (text.commentsOff === undefined || draft.commentsOff === text.commentsOff) &&
  (text.tags === undefined || isDeepStrictEqual(draft.tags, text.tags)) &&
  text.collectionIds === undefined

/** The chosen collections, unless they are those that the draft or its post has: others may change these meanwhile. */
async function changedCollections(
  tx: Transaction,
  draft: DraftRow | undefined,
  collectionIds: string[] | undefined,
): Promise<Pick<DraftText, 'collectionIds'>> {
  if (!collectionIds) return {}
  const known = [...new Set(collectionIds)].filter((id) => validate(id)).toSorted()
  const before = draft?.collectionIds ?? (draft?.postId ? await collectionsOfPost(tx, draft.postId) : [])
  return isDeepStrictEqual(known, before.toSorted()) ? {} : { collectionIds: known }
}

/**
 * `version` is the one it was edited from; 0 creates it. Saving what is already stored succeeds with any version.
 * Throws 409 when it was changed or published since or there are too many, 400 for lost early access, 404.
 */
export async function saveDraft(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  { creatorId, version, parts, text: { collectionIds, ...typed }, ...save }: Save,
): Promise<void> {
  const draftId = knownId(save.draftId, 'Draft').toLowerCase()
  const now = clock.now()
  await db.transaction(async (tx) => {
    // Serialize new drafts of a creator, so that the limit holds and a repeated request finds the first.
    if (version === 0) await lockUntilCommit(tx, `drafts:${creatorId}`)
    const [draft] = await tx.select().from(drafts).where(eq(drafts.id, draftId)).for('update')
    if (draft && draft.creatorId !== creatorId) throw notFound('Draft')
    const text = { ...typed, ...(await changedCollections(tx, draft, collectionIds)) }
    const rows = draft ? shownParts(await draftPartRows(tx, draftId)) : []
    const wanted = arranged(rows, { parts, mediaAlt: text.mediaAlt })
    const mediaAlt = draft && rows.length > 0 ? draft.mediaAlt : text.mediaAlt
    const isArranged = rows.every(
      ({ mediaId, alt }, at) => mediaId === wanted[at]?.mediaId && alt === wanted[at].alt,
    )
    if (draft && isSame(draft, text) && isArranged && draft.mediaAlt === mediaAlt) return
    if (draft && draft.version !== version) throw changedElsewhere()
    if (draft) refuseLostEarlyAccess(text.opensAt, draft.publishAt, draft.createdAt)
    if (draft)
      await tx
        .update(drafts)
        .set({ ...text, mediaAlt, version: version + 1, updatedAt: now })
        .where(eq(drafts.id, draftId))
    if (draft && !isArranged) await arrangeParts(tx, wanted)
    if (!draft)
      await makeDraft(tx, { id: draftId, creatorId, ...text, createdAt: now, updatedAt: now }, version)
    await live.publish(tx, { person: creatorId }, { type: 'draft_changed', draftId })
  })
}

export async function makeDraft(tx: Transaction, row: typeof drafts.$inferInsert, version: number) {
  const publishedBy = await creatorOfPost(tx, row.id)
  if (publishedBy === row.creatorId) throw alreadyPublished()
  // A draft with the id of someone else's post could never be published.
  if (publishedBy) throw notFound('Draft')
  if (version !== 0) throw notFound('Draft')
  if ((await tx.$count(drafts, eq(drafts.creatorId, row.creatorId))) >= maxDrafts)
    throw conflict(`You have ${maxDrafts} drafts. Publish or delete some to make room for this one.`)
  const made = await tx.insert(drafts).values(row).onConflictDoNothing().returning({ id: drafts.id })
  if (made.length === 0) throw notFound('Draft')
}
