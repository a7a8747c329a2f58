import { and, count, eq, isNull } from 'drizzle-orm'
import { notFound } from '#errors.ts'
import { recordEvent } from '#events/record-event.ts'
import { refuseBlocked } from '#features/people/refuse-blocked.ts'
import { knownId } from '#features/posts/known-id.ts'
import { posts } from '#features/posts/schema.ts'
import type { Services } from '#services.ts'
import { commentLikes, comments } from './schema.ts'

type LikeInput = { personId: string; commentId: string; isLiked: boolean; createdAt?: Date }

/**
 * Hearts a comment or takes the heart back; repeating it changes nothing. Throws 404 for a hidden or removed comment.
 */
export async function setCommentLike(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  { personId, commentId, isLiked, createdAt }: LikeInput,
): Promise<{ likesCount: number; isLiked: boolean }> {
  const id = knownId(commentId, 'Comment')
  return db.transaction(async (tx) => {
    if (createdAt === undefined) await refuseBlocked(tx, personId)
    // Serializes the hearts of one comment, so that each count is right when it is published.
    const [found] = await tx
      .select({ postId: comments.postId, authorId: comments.personId })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .where(and(eq(comments.id, id), isNull(comments.removedAt), eq(posts.status, 'ready')))
      .for('no key update', { of: comments })
    if (!found) throw notFound('Comment')
    const changed = isLiked
      ? await tx
          .insert(commentLikes)
          .values({ commentId: id, personId, createdAt: createdAt ?? clock.now() })
          .onConflictDoNothing()
      : await tx
          .delete(commentLikes)
          .where(and(eq(commentLikes.commentId, id), eq(commentLikes.personId, personId)))
    const [counted] = await tx
      .select({ likesCount: count() })
      .from(commentLikes)
      .where(eq(commentLikes.commentId, id))
    const likesCount = counted?.likesCount ?? 0
    if (changed.rowCount && isLiked && createdAt === undefined && found.authorId !== personId)
      await recordEvent(tx, { kind: 'comment_hearted', subjectId: id, happenedAt: clock.now() })
    if (changed.rowCount && createdAt === undefined)
      await live.publish(tx, 'members', {
        type: 'comment_heart_update',
        postId: found.postId,
        commentId: id,
        likesCount,
      })
    return { likesCount, isLiked }
  })
}
