import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { notFound } from '#errors.ts'
import { notifiedMembers } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { knownId } from './known-id.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { comments, posts } from './schema.ts'

type NewComment = { postId: string; personId: string; content: string; createdAt?: Date }
export type AddedComment = { id: string; postId: string; content: string; createdAt: Date }

// Counter, comment and live message in one statement; a post that is gone gives no row to hang the comment on.
const addStatement = oncePerDatabase((db) => {
  const counted = db.$with('counted').as(
    db
      .update(posts)
      .set({ commentsCount: sql`${posts.commentsCount} + 1` })
      .where(eq(posts.id, sql.placeholder('postId')))
      .returning({ id: posts.id, commentsCount: posts.commentsCount }),
  )
  const added = db.$with('added').as(
    db
      .insert(comments)
      .select(
        db
          .select({
            id: sql`${sql.placeholder('id')}::uuid`.as('id'),
            postId: counted.id,
            personId: sql`${sql.placeholder('personId')}::uuid`.as('person_id'),
            replyToId: sql`null::uuid`.as('reply_to_id'),
            clientId: sql`null::uuid`.as('client_id'),
            content: sql`${sql.placeholder('content')}::text`.as('content'),
            answeredAt: sql`null::timestamptz`.as('answered_at'),
            createdAt: sql`${sql.placeholder('createdAt')}::timestamptz`.as('created_at'),
          })
          .from(counted),
      )
      .returning({ id: comments.id, postId: comments.postId }),
  )
  return db
    .with(counted, added)
    .select({
      said: notifiedMembers(
        'comment_created',
        sql`'postId', ${added.postId}, 'commentId', ${added.id}, 'commentsCount', ${counted.commentsCount}`,
      ).as('said'),
    })
    .from(added)
    .innerJoin(counted, eq(counted.id, added.postId))
    .prepare('add_comment')
})

/**
 * Adds a comment (already trimmed and checked); members hear of it. 404 when the post is not there, or no longer.
 * `createdAt` is now unless a history is being written.
 */
export async function addComment(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  comment: NewComment,
): Promise<AddedComment> {
  const createdAt = comment.createdAt ?? clock.now()
  const added = {
    id: uuid({ msecs: createdAt.getTime() }),
    postId: knownId(comment.postId, 'Post'),
    content: comment.content,
  }
  const rows = await addStatement(db).execute({
    ...added,
    personId: comment.personId,
    createdAt: createdAt.toISOString(),
  })
  if (rows.length === 0) throw notFound('Post')
  return { ...added, createdAt }
}
