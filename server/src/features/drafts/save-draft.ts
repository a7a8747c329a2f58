import { maxDrafts } from '@touchline/contract/drafts.ts'
import { eq } from 'drizzle-orm'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { knownId } from '#features/posts/known-id.ts'
import { posts } from '#features/posts/schema.ts'
import { conflict, notFound } from '#errors.ts'
import type { Services } from '#services.ts'
import { refuseLostEarlyAccess } from './early-access.ts'
import type { Own } from './queries.ts'
import { type DraftRow, drafts } from './schema.ts'

type Typed = Pick<DraftRow, 'title' | 'content' | 'mediaAlt' | 'opensAt'>
type Save = Own & { version: number; typed: Typed }

const changedElsewhere = () => conflict('This draft has been changed elsewhere in the meantime.')

/** For a draft that has become a post: what is typed now can no longer change it. */
export const isPublished = () => conflict('This draft has already been published.')

/** Who wrote the post of this id, if there is one. */
async function creatorOfPost(tx: Transaction, id: string): Promise<string | null> {
  const [post] = await tx.select({ creatorId: posts.creatorId }).from(posts).where(eq(posts.id, id))
  return post?.creatorId ?? null
}

/** Whether there is a post that was this draft of this creator. */
export const wasPublished = async (tx: Transaction, { creatorId, draftId }: Own): Promise<boolean> =>
  (await creatorOfPost(tx, draftId)) === creatorId

const isSame = (draft: DraftRow, typed: Typed) =>
  draft.title === typed.title &&
  draft.content === typed.content &&
  draft.mediaAlt === typed.mediaAlt &&
  draft.opensAt?.getTime() === typed.opensAt?.getTime()

/**
 * Saves what was typed over the version it was typed from; `version` 0 makes the draft. What is there already is saved,
 * whatever its version: the first answer may have been lost. 409 when the draft was changed or published meanwhile, or
 * there are too many; 400 when members would lose their early access; 404 unknown, removed or somebody else's.
 */
export async function saveDraft(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  { creatorId, version, typed, ...save }: Save,
): Promise<void> {
  const draftId = knownId(save.draftId, 'Draft').toLowerCase()
  const now = clock.now()
  await db.transaction(async (tx) => {
    // One new draft of a creator after the other: each is counted, and the same one sent twice is found.
    if (version === 0) await lockUntilCommit(tx, `drafts:${creatorId}`)
    const [draft] = await tx.select().from(drafts).where(eq(drafts.id, draftId)).for('update')
    if (draft && draft.creatorId !== creatorId) throw notFound('Draft')
    if (draft && isSame(draft, typed)) return
    if (draft && draft.version !== version) throw changedElsewhere()
    if (draft) refuseLostEarlyAccess(typed.opensAt, draft.publishAt, now)
    if (draft)
      await tx
        .update(drafts)
        .set({ ...typed, version: version + 1, updatedAt: now })
        .where(eq(drafts.id, draftId))
    else await makeDraft(tx, { id: draftId, creatorId, ...typed, createdAt: now, updatedAt: now }, version)
    await live.say(tx, { person: creatorId }, { type: 'draft_changed', draftId })
  })
}

async function makeDraft(tx: Transaction, row: typeof drafts.$inferInsert, version: number) {
  const publishedBy = await creatorOfPost(tx, row.id)
  if (publishedBy === row.creatorId) throw isPublished()
  // Under the id of somebody else's post nothing could ever go out.
  if (publishedBy) throw notFound('Draft')
  if (version !== 0) throw notFound('Draft')
  if ((await tx.$count(drafts, eq(drafts.creatorId, row.creatorId))) >= maxDrafts)
    throw conflict(`You have ${maxDrafts} drafts. Publish or delete some to make room for this one.`)
  const made = await tx.insert(drafts).values(row).onConflictDoNothing().returning({ id: drafts.id })
  // Somebody else chose the same id at the same time.
  if (made.length === 0) throw notFound('Draft')
}
