import type { Reportable } from '@touchline/contract/moderation.ts'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#db/database.ts'
import { eraseVersions, putBackComment, takeDownComment } from '#features/comments/take-down.ts'
import { comments } from '#features/comments/schema.ts'
import { isVisibleTo, readerOf } from '#features/posts/reader.ts'
import { posts } from '#features/posts/schema.ts'
import { eraseHiddenPost, putBackPost, takeDownPost } from '#features/posts/take-down.ts'
import { tips } from '#features/tips/schema.ts'
import { restoreMessage, takeDownMessage } from '#features/tips/tip-message.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

type Thing = { kind: Reportable; subjectId: string }

/** The names of content kinds in emails and error messages. */
export const thingNames: Record<Reportable, string> = {
  post: 'post',
  comment: 'comment',
  tip: 'message with a tip',
}

/** Returns the author of content that `viewer` can see and may report, otherwise null. The id must be a UUID. */
export async function findReportableAuthor(
  db: Queryable,
  viewer: Pick<Viewer, 'id' | 'role' | 'hasAccess'>,
  { kind, subjectId: id }: Thing,
): Promise<string | null> {
  const isSeen = isVisibleTo('posts', readerOf(viewer))
  const find = {
    post: () =>
      db
        .select({ authorId: posts.creatorId })
        .from(posts)
        .where(sql`${posts.id} = ${id} and ${isSeen}`),
    comment: () =>
      db
        .select({ authorId: comments.personId })
        .from(comments)
        .innerJoin(posts, eq(posts.id, comments.postId))
        .where(and(eq(comments.id, id), isNull(comments.removedAt), isSeen)),
    tip: () =>
      db
        .select({ authorId: tips.fromPersonId })
        .from(tips)
        .where(and(eq(tips.id, id), eq(tips.toPersonId, viewer.id), isNotNull(tips.message))),
  }
  const [found] = await find[kind]()
  return found?.authorId ?? null
}

/** Returns the text of a comment and delays edits until `tx` commits; null for other content. */
export async function lockReportedText(tx: Transaction, { kind, subjectId }: Thing): Promise<string | null> {
  if (kind !== 'comment') return null
  const [found] = await tx
    .select({ content: comments.content })
    .from(comments)
    .where(and(eq(comments.id, subjectId), isNull(comments.removedAt)))
    .for('share')
  return found?.content ?? null
}

/** `keptText` is the removed text when no other table stores it. */
type TakenDown = { keptText: string | null }

/** Hides content so that it can be restored. Returns null when it no longer exists. */
export async function takeDown(
  services: Pick<Services, 'live' | 'clock'>,
  tx: Transaction,
  { kind, subjectId }: Thing,
): Promise<TakenDown | null> {
  if (kind === 'post') return (await takeDownPost(services, tx, subjectId)) ? { keptText: null } : null
  const keptText =
    kind === 'comment' ? await takeDownComment(services, tx, subjectId) : await takeDownMessage(tx, subjectId)
  return keptText === null ? null : { keptText }
}

/** Restores hidden content. Returns false when the place it belonged to is gone. */
export async function putBack(
  services: Pick<Services, 'live'>,
  tx: Transaction,
  { kind, subjectId, keptText }: Thing & TakenDown,
): Promise<boolean> {
  if (kind === 'post') return putBackPost(services, tx, subjectId)
  if (keptText === null) return false
  return kind === 'comment'
    ? putBackComment(services, tx, { commentId: subjectId, content: keptText })
    : restoreMessage(tx, { tipId: subjectId, message: keptText })
}

/** Erases hidden content that can no longer be restored. */
export async function eraseTakenDown(
  services: Pick<Services, 'jobs'>,
  tx: Transaction,
  { kind, subjectId }: Thing,
): Promise<void> {
  if (kind === 'post') await eraseHiddenPost(services, tx, subjectId)
  if (kind === 'comment') await eraseVersions(tx, subjectId)
}
