import { and, eq, ne, or, sql } from 'drizzle-orm'
import { accessDenied, notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { knownId } from '#features/posts/known-id.ts'
import { isVisibleTo, readerOf } from '#features/posts/reader.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { notifiedMembers } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { comments } from './schema.ts'

/** Only admins and the main influencer may remove comments; authors may not. */
const mayRemoveComments = (viewer: Pick<Viewer, 'role' | 'isMainInfluencer'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.isMainInfluencer)

/** Audits the removal for every author but the viewer. Throws 404 for a hidden comment, 403 for other viewers. */
export async function removeComment(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { viewer, commentId }: { viewer: Viewer; commentId: string },
): Promise<void> {
  const id = knownId(commentId, 'Comment')
  await db.transaction(async (tx) => {
    const [place] = await tx
      .select({ postId: posts.id })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .where(sql`${comments.id} = ${id} and ${isVisibleTo('posts', readerOf(viewer))}`)
      // This is a separate statement: the next one sees replies that were added while this one waited.
      .for('no key update', { of: posts })
    if (!place) throw notFound('Comment')
    if (!mayRemoveComments(viewer)) throw accessDenied()
    const affected = await tx
      .selectDistinct({ personId: comments.personId })
      .from(comments)
      .where(and(or(eq(comments.id, id), eq(comments.replyToId, id)), ne(comments.personId, viewer.id)))
    const removed = tx.$with('removed').as(
      tx
        .delete(comments)
        .where(sql`${comments.id} = ${id} or ${comments.replyToId} = ${id}`)
        .returning({ id: comments.id, replyToId: comments.replyToId }),
    )
    const counted = tx.$with('counted').as(
      tx
        .update(posts)
        .set({ commentsCount: sql`${posts.commentsCount} - (select count(*) from removed)` })
        .where(eq(posts.id, place.postId))
        .returning({ id: posts.id, status: posts.status, commentsCount: posts.commentsCount }),
    )
    const notified = notifiedMembers(
      'comment_deleted',
      sql`'postId', ${counted.id}, 'commentId', ${removed.id}, 'replyToId', ${removed.replyToId}, 'commentsCount', ${counted.commentsCount}`,
    )
    const rows = await tx
      .with(removed, counted)
      // No live message for a hidden post.
      .select({ notified: sql`case when ${counted.status} = 'ready' then ${notified} end`.as('notified') })
      .from(removed)
      .innerJoin(counted, sql`true`)
      .where(sql`${removed.id} = ${id}`)
    if (rows.length === 0) throw notFound('Comment')
    const act = { actorId: viewer.id, action: 'comment_removed', subject: id, at: clock.now() } as const
    for (const { personId } of affected) await recordAct(tx, { ...act, personId })
  })
}
