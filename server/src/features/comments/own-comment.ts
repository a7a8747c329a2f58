import { editMinutes, type Mention } from '@touchline/contract/comments.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { accessDenied, conflict, notFound } from '#errors.ts'
import { refuseBlocked } from '#features/people/refuse-blocked.ts'
import { knownId } from '#features/posts/known-id.ts'
import { isVisibleTo, readerOf } from '#features/posts/reader.ts'
import { posts } from '#features/posts/schema.ts'
import { refuseSilenced } from '#features/silences/refuse-silenced.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { addReferences, namesIn, referencesOf, withReferences } from './mentions.ts'
import { deleteThread } from './remove-comment.ts'
import { commentMentions, comments, commentVersions } from './schema.ts'
import { notifyOfChange } from './take-down.ts'
import type { CommentRow } from './to-comment.ts'

const withdrawnText = 'Comment deleted by its author'

type Own = { viewer: Pick<Viewer, 'id' | 'role'>; commentId: string }

/** Locks the post, the author and the comment, in this order. Throws 404 for no comment, 403 for another person's. */
async function lockOwnComment(tx: Transaction, { viewer, commentId }: Own) {
  const id = knownId(commentId, 'Comment')
  const [place] = await tx
    .select({ postId: posts.id, isSeen: sql<boolean>`${isVisibleTo('posts', readerOf(viewer))}` })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(eq(comments.id, id))
    .for('no key update', { of: posts })
  await refuseBlocked(tx, viewer.id)
  const [found] = await tx.select().from(comments).where(eq(comments.id, id)).for('update')
  if (!place || !found) throw notFound('Comment')
  if (found.personId !== viewer.id) throw place.isSeen ? accessDenied() : notFound('Comment')
  if (found.removedAt && !found.isWithdrawn) throw conflict('The moderators have removed this comment.')
  return { ...found, isSeen: place.isSeen }
}

/**
 * Saves an edit and its earlier text; repeating the edit changes nothing. Throws 409 after 15 minutes, for a deleted
 * comment, and unless `version` is the latest.
 */
export async function editComment(
  services: Pick<Services, 'db' | 'clock' | 'live'>,
  {
    viewer,
    commentId,
    version,
    ...edit
  }: Own & {
    content: string
    mentions?: Mention[] | undefined
    version: number
  },
): Promise<CommentRow> {
  const { db, clock } = services
  return db.transaction(async (tx) => {
    const before = await lockOwnComment(tx, { viewer, commentId })
    if (!before.isSeen) throw notFound('Comment')
    if (before.isWithdrawn) throw conflict('You have deleted this comment.')
    const { content: shown } = (await namesIn(db, [before], edit.mentions))(before.id, before.content)
    if (shown === edit.content && (before.version === version || before.version === version + 1))
      return before
    if (before.version !== version)
      throw conflict('You have edited this comment elsewhere since. Please look at it before you save.')
    const now = clock.now()
    if (now.getTime() > before.createdAt.getTime() + editMinutes * 60_000)
      throw conflict(
        `A comment can be edited for ${editMinutes} minutes, and they are over. You can still delete it.`,
      )
    await refuseSilenced(tx, { personId: viewer.id, act: 'edit', now })
    await tx.insert(commentVersions).values({
      commentId: before.id,
      version,
      content: before.content,
      writtenAt: before.editedAt ?? before.createdAt,
    })
    const { content, mentioned } = await withReferences(tx, {
      ...edit,
      threadOf: before.replyToId ?? before.id,
      before: await referencesOf(tx, before.id),
    })
    await addReferences(tx, before.id, mentioned)
    const [after] = await tx
      .update(comments)
      .set({ content, version: version + 1, editedAt: now })
      .where(eq(comments.id, before.id))
      .returning()
    if (!after) throw new Error('the locked comment is gone')
    await notifyOfChange(services, tx, after)
    return after
  })
}

/**
 * Deletes a comment of the viewer; a stub stays where others replied. Repeating it changes nothing while there is one.
 */
export async function withdrawComment(
  services: Pick<Services, 'db' | 'clock' | 'live'>,
  own: Own,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const found = await lockOwnComment(tx, own)
    if (found.isWithdrawn) return
    const { id, postId, replyToId } = found
    const ofOthers = and(eq(comments.replyToId, id), ne(comments.personId, own.viewer.id))
    if ((await tx.$count(comments, ofOthers)) === 0) {
      await deleteThread(tx, { id: (await emptiedStub(tx, found)) ?? id, postId })
      return
    }
    await tx.delete(commentVersions).where(eq(commentVersions.commentId, id))
    await tx.delete(commentMentions).where(eq(commentMentions.commentId, id))
    await tx
      .update(comments)
      .set({ content: withdrawnText, removedAt: services.clock.now(), isWithdrawn: true, isPinned: false })
      .where(eq(comments.id, id))
    await notifyOfChange(services, tx, { id, postId, replyToId })
  })
}

/** Returns the id of the stub whose only reply this is, or null. */
async function emptiedStub(tx: Transaction, { id, replyToId }: typeof comments.$inferSelect) {
  if (replyToId === null) return null
  const [stub] = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(
      sql`${comments.id} = ${replyToId} and ${comments.isWithdrawn} and not exists (
        select from comments reply where reply.reply_to_id = ${replyToId} and reply.id <> ${id})`,
    )
  return stub?.id ?? null
}
