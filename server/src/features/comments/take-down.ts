import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { comments } from './schema.ts'

/** What stands where a comment was that moderators removed. */
const stub = 'Removed by the moderators'

type Changed = Pick<typeof comments.$inferSelect, 'id' | 'postId' | 'replyToId'>

/** Members read the comment again, and its creator whether it waits for an answer. */
const tell = (
  { live }: Pick<Services, 'live'>,
  tx: Transaction,
  { id: commentId, postId, replyToId }: Changed,
): Promise<void> => live.say(tx, 'members', { type: 'comment_changed', postId, commentId, replyToId })

/**
 * Leaves of a comment only a stub, which still holds its replies and is counted; whoever has it on screen reads it again.
 * Answers what it said, null for one that is gone or a stub already.
 */
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
    .set({ content: stub, removedAt: services.clock.now() })
    .where(eq(comments.id, commentId))
  await tell(services, tx, found)
  return found.content
}

/** Puts the words of a comment back where its stub is; answers whether there still was one. */
export async function putBackComment(
  services: Pick<Services, 'live'>,
  tx: Transaction,
  { commentId, content }: { commentId: string; content: string },
): Promise<boolean> {
  const [found] = await tx
    .update(comments)
    .set({ content, removedAt: null })
    .where(and(eq(comments.id, commentId), isNotNull(comments.removedAt)))
    .returning()
  if (!found) return false
  await tell(services, tx, found)
  return true
}
