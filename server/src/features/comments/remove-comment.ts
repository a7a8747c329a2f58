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

/** Comments are removed by admins and by the main influencer who is a creator, not even by their authors. */
const mayRemoveComments = (viewer: Pick<Viewer, 'role' | 'isMainInfluencer'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.isMainInfluencer)

/**
 * Removes a comment with its replies; members hear of it, and of how many there are now. Whose it was is written down,
 * and whose replies went with it, but for the viewer's own. 404 when it or its post is not there for the viewer, 403 for
 * those who may not.
 */
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
      // Before the comment goes: removing a whole post takes its locks in the same order. And in a statement of its own,
      // so that the next one sees, and counts, the reply that was added while this one waited.
      .for('no key update', { of: posts })
    if (!place) throw notFound('Comment')
    if (!mayRemoveComments(viewer)) throw accessDenied()
    const concerned = await tx
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
    const said = notifiedMembers(
      'comment_deleted',
      sql`'postId', ${counted.id}, 'commentId', ${removed.id}, 'replyToId', ${removed.replyToId}, 'commentsCount', ${counted.commentsCount}`,
    )
    const rows = await tx
      .with(removed, counted)
      // Of a post that is not shown nobody hears.
      .select({ said: sql`case when ${counted.status} = 'ready' then ${said} end`.as('said') })
      .from(removed)
      .innerJoin(counted, sql`true`)
      .where(sql`${removed.id} = ${id}`)
    if (rows.length === 0) throw notFound('Comment')
    const act = { actorId: viewer.id, action: 'comment_removed', subject: id, at: clock.now() } as const
    for (const { personId } of concerned) await recordAct(tx, { ...act, personId })
  })
}
