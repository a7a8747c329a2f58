import { eq, inArray, sql } from 'drizzle-orm'
import { posts } from '#features/posts/schema.ts'
import { notifiedMembers } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { heldComments } from './held/schema.ts'
import { commentMentions, comments, commentVersions } from './schema.ts'

export const erasedCommentText = 'This comment was deleted with its author’s account.'

/** Deletes a person's comments post by post; a comment with replies by others stays, without its text. */
export async function eraseAuthor({ db }: Pick<Services, 'db'>, personId: string): Promise<void> {
  await db
    .update(heldComments)
    .set({
      mentions: sql`(
        select coalesce(jsonb_agg(person), '[]') from jsonb_array_elements(${heldComments.mentions}) person
        where person ->> 'id' <> ${personId})`,
    })
    .where(sql`${heldComments.mentions} @> ${JSON.stringify([{ id: personId }])}::jsonb`)
  const affected = await db
    .selectDistinct({ id: comments.postId })
    .from(comments)
    .where(eq(comments.personId, personId))
  for (const { id } of affected)
    await db.transaction(async (tx) => {
      // Every writer of comments takes this lock first, so no reply can be added concurrently.
      await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, id)).for('no key update')
      const theirs = sql`${comments.postId} = ${id} and ${comments.personId} = ${personId}`
      const removed = await tx
        .delete(comments)
        .where(
          sql`${theirs} and not exists (
            select from comments reply where reply.reply_to_id = ${comments.id} and reply.person_id <> ${personId})`,
        )
        .returning({ id: comments.id, replyToId: comments.replyToId })
      const stubs = tx.select({ id: comments.id }).from(comments).where(theirs)
      await tx.delete(commentVersions).where(inArray(commentVersions.commentId, stubs))
      await tx.delete(commentMentions).where(inArray(commentMentions.commentId, stubs))
      await tx
        .update(comments)
        .set({
          content: erasedCommentText,
          clientId: null,
          inboxOf: null,
          answeredAt: null,
          version: 1,
          editedAt: null,
          isPinned: false,
        })
        .where(theirs)
      const [updated] = await tx
        .update(posts)
        .set({ commentsCount: sql`${posts.commentsCount} - ${removed.length}` })
        .where(eq(posts.id, id))
        .returning({ status: posts.status, commentsCount: posts.commentsCount })
      // No live message for a hidden post.
      if (updated?.status !== 'ready') return
      for (const comment of removed) {
        const fields = sql`'postId', ${id}::uuid, 'commentId', ${comment.id}::uuid, 'replyToId', ${comment.replyToId}::uuid, 'commentsCount', ${updated.commentsCount}::int`
        await tx.execute(sql`select ${notifiedMembers('comment_deleted', fields)}`)
      }
    })
}
