import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { accessDenied, notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { people } from '#features/people/schema.ts'
import { knownId } from '#features/posts/known-id.ts'
import { isVisibleTo, readerOf } from '#features/posts/reader.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { notifiedMembers } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { comments } from './schema.ts'

/** Only admins, moderators and the main influencer may remove comments; authors may not. */
const mayRemoveComments = ({ role, isMainInfluencer }: Pick<Viewer, 'role' | 'isMainInfluencer'>) =>
  role === 'admin' || role === 'moderator' || (role === 'creator' && isMainInfluencer)

const isInThread = (id: string) => or(eq(comments.id, id), eq(comments.replyToId, id))

/** Throws 403 when the creator or staff wrote the comment or one of its replies. */
async function refuseStaffThread(tx: Transaction, id: string): Promise<void> {
  const [found] = await tx
    .select({ id: comments.id })
    .from(comments)
    .innerJoin(people, eq(people.id, comments.personId))
    .where(and(isInThread(id), ne(people.role, 'subscriber')))
    .limit(1)
  if (found)
    throw accessDenied('The creator or the staff wrote this, or replied to it. Please report it instead.')
}

/**
 * Audits the removal for every author but the viewer. Throws 404 for a hidden comment, 403 for other viewers and for a
 * moderator where the creator or staff wrote.
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
      // This is a separate statement: the next one sees replies that were added while this one waited.
      .for('no key update', { of: posts })
    if (!place) throw notFound('Comment')
    if (!mayRemoveComments(viewer)) throw accessDenied()
    if (viewer.role === 'moderator') await refuseStaffThread(tx, id)
    const affected = await tx
      .selectDistinct({ personId: comments.personId })
      .from(comments)
      .where(and(isInThread(id), ne(comments.personId, viewer.id)))
    if (!(await deleteThread(tx, { id, postId: place.postId }))) throw notFound('Comment')
    const act = { actorId: viewer.id, action: 'comment_removed', subject: id, at: clock.now() } as const
    for (const { personId } of affected) await recordAct(tx, { ...act, personId })
  })
}

/** Deletes a comment with its replies. The caller holds the lock of the post. Returns false when it is gone. */
export async function deleteThread(
  tx: Transaction,
  { id, postId }: { id: string; postId: string },
): Promise<boolean> {
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
      .where(eq(posts.id, postId))
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
  return rows.length > 0
}
