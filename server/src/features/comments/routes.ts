import { api } from '@touchline/contract/api.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { addComment } from './add-comment.ts'
import { markComment } from './mark-answered.ts'
import { inboxPage } from './inbox.ts'
import { commentFor, commentsOn, repliesTo } from './queries.ts'
import { removeComment } from './remove-comment.ts'
import { toComment } from './to-comment.ts'

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
