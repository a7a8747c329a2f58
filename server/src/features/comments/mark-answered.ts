import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { accessDenied, notFound } from '#errors.ts'
import { knownId } from '#features/posts/known-id.ts'
import type { Services } from '#services.ts'
import { comments } from './schema.ts'

type MarkInput = { creatorId: string; commentId: string; isAnswered: boolean }

/**
 * Marks a comment in the creator's inbox as answered or unanswered and notifies the creator's other windows.
 * Idempotent. Throws 404 for an unknown comment, 403 when it is not in this creator's inbox.
 */
export async function markComment(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  { creatorId, commentId, isAnswered }: MarkInput,
): Promise<void> {
  const id = knownId(commentId, 'Comment')
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(comments)
      .set({ answeredAt: isAnswered ? clock.now() : null })
      .where(
        and(
          eq(comments.id, id),
          eq(comments.inboxOf, creatorId),
          isAnswered ? isNull(comments.answeredAt) : isNotNull(comments.answeredAt),
        ),
      )
      .returning({ id: comments.id })
    if (changed.length > 0)
      return live.publish(tx, { person: creatorId }, { type: 'comment_answered', commentId: id, isAnswered })
    const [found] = await tx.select({ inboxOf: comments.inboxOf }).from(comments).where(eq(comments.id, id))
    if (!found) throw notFound('Comment')
    if (found.inboxOf !== creatorId) throw accessDenied()
  })
}
