import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { comments, commentVersions } from './schema.ts'

const stub = 'Removed by the moderators'

type Changed = Pick<typeof comments.$inferSelect, 'id' | 'postId' | 'replyToId'>

export const notifyOfChange = (
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  { id: commentId, postId, replyToId }: Changed,
): Promise<void> => live.publish(tx, 'members', { type: 'comment_changed', postId, commentId, replyToId })

/** Replaces a comment with a stub that keeps its replies. Returns the original text, or null when there is none. */
export async function takeDownComment(
  services: Pick<Services, 'live' | 'clock'>,
  tx: Transaction,
  commentId: string,
): Promise<string | null> {
  const isThere = and(eq(comments.id, commentId), isNull(comments.removedAt))
  const [found] = await tx.select().from(comments).where(isThere).for('update')
  if (!found) return null
  await tx
    .update(comments)
    .set({ content: stub, removedAt: services.clock.now(), isPinned: false })
    .where(eq(comments.id, commentId))
  await notifyOfChange(services, tx, found)
  return found.content
}

/** Restores the text of a removed comment. Returns false when it no longer exists. */
export async function putBackComment(
  services: Pick<Services, 'live'>,
  tx: Transaction,
  { commentId, content }: { commentId: string; content: string },
): Promise<boolean> {
  const [found] = await tx
    .update(comments)
    .set({ content, removedAt: null })
    .where(and(eq(comments.id, commentId), isNotNull(comments.removedAt), eq(comments.isWithdrawn, false)))
    .returning()
  if (!found) return false
  await notifyOfChange(services, tx, found)
  return true
}

/** Deletes the earlier texts of a comment that stays removed. */
export async function eraseVersions(tx: Transaction, commentId: string): Promise<void> {
  await tx.delete(commentVersions).where(eq(commentVersions.commentId, commentId))
}
