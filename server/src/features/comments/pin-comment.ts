import { and, eq } from 'drizzle-orm'
import { accessDenied, conflict, notFound } from '#errors.ts'
import { knownId } from '#features/posts/known-id.ts'
import { posts } from '#features/posts/schema.ts'
import type { Services } from '#services.ts'
import { comments } from './schema.ts'
import { notifyOfChange } from './take-down.ts'

/** Pins a comment in place of the one before, or unpins it. Throws 403 on another creator's post, 409 for a reply. */
export async function setPinned(
  services: Pick<Services, 'db' | 'live'>,
  { creatorId, commentId, isPinned }: { creatorId: string; commentId: string; isPinned: boolean },
): Promise<void> {
  const id = knownId(commentId, 'Comment')
  await services.db.transaction(async (tx) => {
    const [place] = await tx
      .select({ postId: posts.id, creatorId: posts.creatorId, status: posts.status })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .where(eq(comments.id, id))
      .for('no key update', { of: posts })
    if (place?.status !== 'ready') throw notFound('Comment')
    if (place.creatorId !== creatorId) throw accessDenied()
    const [comment] = await tx.select().from(comments).where(eq(comments.id, id)).for('no key update')
    if (!comment || comment.removedAt) throw notFound('Comment')
    if (comment.replyToId !== null) throw conflict('A reply cannot be pinned, only a comment.')
    if (comment.isPinned === isPinned) return
    const unpinned = await tx
      .update(comments)
      .set({ isPinned: false })
      .where(and(eq(comments.postId, place.postId), eq(comments.isPinned, true)))
      .returning()
    if (isPinned) await tx.update(comments).set({ isPinned }).where(eq(comments.id, id))
    for (const changed of isPinned ? [...unpinned, comment] : unpinned)
      await notifyOfChange(services, tx, changed)
  })
}
