import { eq, sql } from 'drizzle-orm'
import { posts } from '#features/posts/schema.ts'
import { notifiedMembers } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { comments } from './schema.ts'

/** What stands where the words of somebody who was erased were, as long as others have answered them. */
export const erasedCommentText = 'This comment was deleted with its author’s account.'

/**
 * Removes every comment of a person; the counters follow and members hear of it. One that others have answered keeps its
 * place, without its words. Post by post; what was done stays done when it is broken off.
 */
export async function eraseAuthor({ db }: Pick<Services, 'db'>, personId: string): Promise<void> {
  const touched = await db
    .selectDistinct({ id: comments.postId })
    .from(comments)
    .where(eq(comments.personId, personId))
  for (const { id } of touched)
    await db.transaction(async (tx) => {
      // Every writer of comments takes this lock before any other, so no answer comes in between.
      await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, id)).for('no key update')
      const theirs = sql`${comments.postId} = ${id} and ${comments.personId} = ${personId}`
      const removed = await tx
        .delete(comments)
        .where(
          sql`${theirs} and not exists (
            select from comments answer where answer.reply_to_id = ${comments.id} and answer.person_id <> ${personId})`,
        )
        .returning({ id: comments.id, replyToId: comments.replyToId })
      await tx
        .update(comments)
        .set({ content: erasedCommentText, clientId: null, inboxOf: null, answeredAt: null })
        .where(theirs)
      const [counted] = await tx
        .update(posts)
        .set({ commentsCount: sql`${posts.commentsCount} - ${removed.length}` })
        .where(eq(posts.id, id))
        .returning({ status: posts.status, commentsCount: posts.commentsCount })
      // Of a post that is not shown nobody hears.
      if (counted?.status !== 'ready') return
      for (const gone of removed) {
        const fields = sql`'postId', ${id}::uuid, 'commentId', ${gone.id}::uuid, 'replyToId', ${gone.replyToId}::uuid, 'commentsCount', ${counted.commentsCount}::int`
        await tx.execute(sql`select ${notifiedMembers('comment_deleted', fields)}`)
      }
    })
}
