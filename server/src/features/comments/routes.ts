import { api } from '@touchline/contract/api.ts'
import { limits } from '#limits/limits.ts'
import { rulesInForce } from '#features/hold-rules/rules.ts'
import type { Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { addComment } from './add-comment.ts'
import { holdComment } from './held/hold-comment.ts'
import { heldRoutes } from './held/routes.ts'
import { inboxPage } from './inbox.ts'
import { setCommentLike } from './like-comment.ts'
import { editComment, withdrawComment } from './own-comment.ts'
import { setPinned } from './pin-comment.ts'
import { hiddenBy, hidePerson, setMuted, unhidePerson } from './quiet.ts'
import { namesIn, peopleOfThread } from './mentions.ts'
import { commentFor, commentsOn, placeOf, repliesTo, versionsOf } from './queries.ts'
import { removeComment } from './remove-comment.ts'
import { newForViewer, toComment } from './to-comment.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { accessDenied, conflict, notFound } from '#errors.ts'
import { knownId } from '#features/posts/known-id.ts'
import { comments } from './schema.ts'
const unedited = { removedAt: null, editedAt: null, version: 1, isPinned: false }

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
  const holdRules = rulesInForce(services)
  heldRoutes(route, services)

  route(api.comments.list, ({ params, query, viewer }) => commentsOn(db, viewer, params.id, query))

  route(
    api.comments.add,
    async ({ params, body, viewer, reply }) => {
      const rules = await holdRules()
      const held = rules && (await holdComment(services, rules, { viewer, postId: params.id, ...body }))
      if (held) {
        void reply.code(held.isNew ? 202 : 200)
        const found = { comment: { ...held.row, ...unedited }, author: viewer, seen: newForViewer }
        return { ...toComment(found, viewer, await namesIn(db, [])), isHeld: true }
      }
      const { isNew, ...added } = await addComment(services, {
        postId: params.id,
        personId: viewer.id,
        ...body,
      })
      if (!isNew) void reply.code(200)
      const names = await namesIn(db, [added])
      return {
        ...toComment({ comment: added, author: viewer, seen: added.seen }, viewer, names),
        isHeld: false,
      }
    },
    { limit: limits.comment },
  )

  route(api.comments.show, ({ params, viewer }) => commentFor(db, viewer, params.id))

  route(api.comments.replies, ({ params, query, viewer }) => repliesTo(db, viewer, params.id, query))

  route(api.comments.remove, ({ params, viewer }) =>
    removeComment(services, { viewer, commentId: params.id }),
  )

  route(
    api.comments.edit,
    async ({ params, body, viewer }) => {
      const watched = viewer.role === 'subscriber' ? (await holdRules())?.find(body.content) : undefined
      if (watched?.length)
        throw conflict(
          'A moderator has to approve this text first. Please delete the comment and write it again.',
        )
      await editComment(services, { viewer, commentId: params.id, ...body })
      return commentFor(db, viewer, params.id)
    },
    { limit: limits.comment },
  )

  route(api.comments.withdraw, ({ params, viewer }) =>
    withdrawComment(services, { viewer, commentId: params.id }),
  )

  route(
    api.comments.like,
    ({ params, viewer }) =>
      setCommentLike(services, { personId: viewer.id, commentId: params.id, isLiked: true }),
    { limit: limits.like },
  )

  route(
    api.comments.unlike,
    ({ params, viewer }) =>
      setCommentLike(services, { personId: viewer.id, commentId: params.id, isLiked: false }),
    { limit: limits.like },
  )

  route(api.comments.people, async ({ params, viewer }) => {
    const { id } = await placeOf(db, viewer, params.id)
    return (await peopleOfThread(db, id)).filter((person) => person.id !== viewer.id)
  })

  const mute = async (viewer: Viewer, commentId: string, isMuted: boolean) => {
    const { id, replyToId } = await placeOf(db, viewer, commentId)
    await setMuted(services, { personId: viewer.id, threadId: replyToId ?? id, isMuted })
  }
  route(api.comments.mute, ({ params, viewer }) => mute(viewer, params.id, true), { limit: limits.like })
  route(api.comments.unmute, ({ params, viewer }) => mute(viewer, params.id, false), { limit: limits.like })

  route(api.comments.listHidden, ({ viewer }) => hiddenBy(db, viewer))
  route(
    api.comments.hide,
    ({ params, viewer }) => hidePerson(services, { personId: viewer.id, hiddenId: params.id }),
    { limit: limits.like },
  )
  route(
    api.comments.unhide,
    ({ params, viewer }) => unhidePerson(services, { personId: viewer.id, hiddenId: params.id }),
    { limit: limits.like },
  )

  route(api.comments.pin, ({ params, viewer }) =>
    setPinned(services, { creatorId: viewer.id, commentId: params.id, isPinned: true }),
  )

  route(api.comments.unpin, ({ params, viewer }) =>
    setPinned(services, { creatorId: viewer.id, commentId: params.id, isPinned: false }),
  )

  route(api.comments.versions, ({ params }) => versionsOf(db, params.id))

  route(api.comments.inbox, ({ query, viewer }) => inboxPage(db, viewer, query))

  route(api.comments.markAnswered, ({ params, viewer }) =>
    markComment(services, { creatorId: viewer.id, commentId: params.id, isAnswered: true }),
  )

  route(api.comments.markUnanswered, ({ params, viewer }) =>
    markComment(services, { creatorId: viewer.id, commentId: params.id, isAnswered: false }),
  )
}
