import { eq, sql } from 'drizzle-orm'
import { accessDenied, notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import { notifiedMembers } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { knownId } from './known-id.ts'
import { mayRemoveComments } from './may-change.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { comments, posts } from './schema.ts'

const commentId = sql.placeholder('commentId')

// The post is locked before the comment goes: removing a whole post takes its locks in the same order.
const removeStatement = oncePerDatabase((db) => {
  const locked = db
    .$with('locked')
    .as(
      db
        .select({ id: posts.id })
        .from(comments)
        .innerJoin(posts, eq(posts.id, comments.postId))
        .where(eq(comments.id, commentId))
        .for('no key update', { of: posts }),
    )
  const removed = db.$with('removed').as(
    db
      .delete(comments)
      .where(sql`${comments.id} = ${commentId} and exists (select from locked)`)
      .returning({ id: comments.id, postId: comments.postId }),
  )
  const counted = db.$with('counted').as(
    db
      .update(posts)
      .set({ commentsCount: sql`${posts.commentsCount} - 1` })
      .where(sql`${posts.id} = (select post_id from removed)`)
      .returning({ id: posts.id, commentsCount: posts.commentsCount }),
  )
  return db
    .with(locked, removed, counted)
    .select({
      said: notifiedMembers(
        'comment_deleted',
        sql`'postId', ${counted.id}, 'commentId', ${removed.id}, 'commentsCount', ${counted.commentsCount}`,
      ).as('said'),
    })
    .from(removed)
    .innerJoin(counted, eq(counted.id, removed.postId))
    .prepare('remove_comment')
})

/** Removes a comment; members hear of it. 404 when it is not there, 403 for those who may not. */
export async function removeComment(
  { db }: Pick<Services, 'db'>,
  { viewer, commentId: id }: { viewer: Viewer; commentId: string },
): Promise<void> {
  const known = knownId(id, 'Comment')
  if (!mayRemoveComments(viewer)) {
    const found = await db.select({ id: comments.id }).from(comments).where(eq(comments.id, known))
    throw found.length > 0 ? accessDenied() : notFound('Comment')
  }
  const rows = await removeStatement(db).execute({ commentId: known })
  if (rows.length === 0) throw notFound('Comment')
}
