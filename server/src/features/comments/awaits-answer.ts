import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { comments } from './schema.ts'

/**
 * SQL condition: the creator has not answered the comment and could. Comments of a post that is unpublished or removed
 * wait until it is there again.
 */
export const awaitsAnswer = (creatorId: string | ReturnType<typeof sql.placeholder>): SQL | undefined =>
  and(
    eq(comments.inboxOf, creatorId),
    isNull(comments.answeredAt),
    isNull(comments.removedAt),
    sql`exists (select from posts p where p.id = ${comments.postId} and p.status not in ('removed', 'unpublished'))`,
  )
