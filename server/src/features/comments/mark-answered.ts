import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { accessDenied, notFound } from '#errors.ts'
import { knownId } from '#features/posts/known-id.ts'
import type { Services } from '#services.ts'
import { comments } from './schema.ts'

type Marking = { creatorId: string; commentId: string; isAnswered: boolean }

/**
 * Takes a comment out of its creator's inbox, or puts it back; the creator's other windows hear of it. Again changes
 * nothing. 404 when there is no such comment, 403 when it is not in the inbox of this creator.
 */
export async function markComment(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  { creatorId, commentId, isAnswered }: Marking,
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
      return live.say(tx, { person: creatorId }, { type: 'comment_answered', commentId: id, isAnswered })
    const [found] = await tx.select({ inboxOf: comments.inboxOf }).from(comments).where(eq(comments.id, id))
    if (!found) throw notFound('Comment')
    if (found.inboxOf !== creatorId) throw accessDenied()
  })
}
