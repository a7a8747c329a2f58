import { type InboxComment, maxWaitingCounted } from '@touchline/contract/comments.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { NIL } from 'uuid'
import type { Database } from '#db/database.ts'
import { oncePerDatabase } from '#db/once-per-database.ts'
import { notFound } from '#errors.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import { knownId } from '#features/posts/known-id.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { awaitsAnswer } from './awaits-answer.ts'
import { commentColumns, forViewer } from './columns.ts'
import { namesIn } from './mentions.ts'
import { comments } from './schema.ts'
import { toComment } from './to-comment.ts'

const creatorId = sql.placeholder('creatorId')
const parent = alias(comments, 'parent')

const statements = oncePerDatabase((db) => {
  const isWaiting = awaitsAnswer(creatorId)
  return {
    page: db
      .select({
        comment: commentColumns,
        author: partyColumns,
        seen: forViewer(creatorId),
        postTitle: posts.title,
        repliedTo: parent.content,
      })
      .from(comments)
      .innerJoin(people, eq(people.id, comments.personId))
      .innerJoin(posts, eq(posts.id, comments.postId))
      .leftJoin(parent, eq(parent.id, comments.replyToId))
      .where(
        and(
          isWaiting,
          sql`(${comments.createdAt}, ${comments.id}) > (${sql.placeholder('cursorAt')}::timestamptz, ${sql.placeholder('cursorId')}::uuid)`,
        ),
      )
      .orderBy(asc(comments.createdAt), asc(comments.id))
      .limit(sql.placeholder('limit'))
      .prepare('inbox_page'),
    place: db
      .select({ at: comments.createdAt })
      .from(comments)
      .where(and(eq(comments.id, sql.placeholder('id')), eq(comments.inboxOf, creatorId)))
      .prepare('inbox_place'),
    total: db
      .select({ total: sql<number>`count(*)::int` })
      .from(
        db
          .select({ id: comments.id })
          .from(comments)
          .where(isWaiting)
          // In index order, which reads no further than the limit.
          .orderBy(asc(comments.createdAt), asc(comments.id))
          .limit(maxWaitingCounted + 1)
          .as('waiting'),
      )
      .prepare('inbox_total'),
  }
})

type Inbox = { comments: InboxComment[]; total: number; isTotalExact: boolean; hasMore: boolean }

const defaultLimit = 20
const beginning = { cursorAt: '-infinity', cursorId: NIL }

/** Returns the comments that await an answer by `viewer`, oldest first. `total` stops at `maxWaitingCounted`. */
export async function inboxPage(
  db: Database,
  viewer: Viewer,
  { after, limit = defaultLimit }: { after?: string; limit?: number },
): Promise<Inbox> {
  const { page, place, total } = statements(db)
  const inboxOf = { creatorId: viewer.id }
  const placeOf = async (id: string) => {
    const cursorId = knownId(id, 'Comment')
    const [found] = await place.execute({ ...inboxOf, id: cursorId })
    if (!found) throw notFound('Comment')
    return { cursorAt: found.at.toISOString(), cursorId }
  }
  const cursor = after === undefined ? beginning : await placeOf(after)
  const found = await page.execute({ ...inboxOf, ...cursor, limit: limit + 1 })
  const [row] = await total.execute(inboxOf)
  const waitingCount = row?.total ?? 0
  const shown = found.slice(0, limit)
  const names = await namesIn(
    db,
    shown.flatMap(({ comment, repliedTo }) => [
      comment,
      { id: comment.replyToId ?? comment.id, content: repliedTo },
    ]),
  )
  return {
    comments: shown.map((one) => ({
      ...toComment(one, viewer, names),
      postTitle: one.postTitle,
      repliedTo:
        one.repliedTo === null || one.comment.replyToId === null
          ? null
          : names(one.comment.replyToId, one.repliedTo).content,
    })),
    total: Math.min(waitingCount, maxWaitingCounted),
    isTotalExact: waitingCount <= maxWaitingCounted,
    hasMore: found.length > limit,
  }
}
