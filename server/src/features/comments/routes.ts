import { api } from '@touchline/contract/api.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { addComment } from './add-comment.ts'
import { inboxPage } from './inbox.ts'
import { commentFor, commentsOn, repliesTo } from './queries.ts'
import { removeComment } from './remove-comment.ts'
import { toComment } from './to-comment.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { accessDenied, notFound } from '#errors.ts'
import { knownId } from '#features/posts/known-id.ts'
import { comments } from './schema.ts'
type MarkInput = { creatorId: string; commentId: string; isAnswered: boolean }

/** Throws 404 for an unknown comment, 403 when it is not in this creator's inbox. Idempotent. */
async function markComment(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  { creatorId, commentId, isAnswered }: MarkInput,
): Promise<void> {
  const id = knownId(commentId, 'Comment')
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(comments)
      .set({ answeredAt: isAnswered ? clock.now() : null })
      .where(
        and(
          eq(comments.id, id),
          eq(comments.inboxOf, creatorId),
          isAnswered ? isNull(comments.answeredAt) : isNotNull(comments.answeredAt),
        ),
      )
      .returning({ id: comments.id })
    if (changed.length > 0)
      return live.publish(tx, { person: creatorId }, { type: 'comment_answered', commentId: id, isAnswered })
    const [found] = await tx.select({ inboxOf: comments.inboxOf }).from(comments).where(eq(comments.id, id))
    if (!found) throw notFound('Comment')
    if (found.inboxOf !== creatorId) throw accessDenied()
  })
}

export function routes(route: Route, services: Services): void {
  const { db } = services

  route(api.comments.list, ({ params, query, viewer }) => commentsOn(db, viewer, params.id, query))

  route(
    api.comments.add,
    async ({ params, body, viewer, reply }) => {
      const { isNew, ...added } = await addComment(services, {
        postId: params.id,
        personId: viewer.id,
        ...body,
      })
      if (!isNew) void reply.code(200)
      return toComment(added, viewer, viewer)
    },
    { limit: limits.comment },
  )

  route(api.comments.show, ({ params, viewer }) => commentFor(db, viewer, params.id))

  route(api.comments.replies, ({ params, query, viewer }) => repliesTo(db, viewer, params.id, query))

  route(api.comments.remove, ({ params, viewer }) =>
    removeComment(services, { viewer, commentId: params.id }),
  )

  route(api.comments.inbox, ({ query, viewer }) => inboxPage(db, viewer, query))

  route(api.comments.markAnswered, ({ params, viewer }) =>
    markComment(services, { creatorId: viewer.id, commentId: params.id, isAnswered: true }),
  )

  route(api.comments.markUnanswered, ({ params, viewer }) =>
    markComment(services, { creatorId: viewer.id, commentId: params.id, isAnswered: false }),
  )
}
