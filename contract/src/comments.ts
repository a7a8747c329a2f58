import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { party } from './people.ts'
import { byId, id, moment, pageSize, requiredText } from './text.ts'

/** `clientId` is shown only to the author. A comment that `isRemoved` by moderators is only a stub. */
export const comment = z.object({
  id,
  postId: id,
  replyToId: z.nullable(id),
  clientId: z.nullable(id),
  content: z.string(),
  isRemoved: z.boolean(),
  createdAt: moment,
  user: party,
})
export type Comment = z.output<typeof comment>

/** A comment with its first replies, oldest first, and the number of all replies. */
export const thread = z.extend(comment, { repliesCount: z.number(), replies: z.array(comment) })
export type Thread = z.output<typeof thread>

export const repliesShown = 3

/** A comment that awaits the creator's answer; `repliedTo` is the text of its parent. */
export const inboxComment = z.extend(comment, {
  postTitle: z.nullable(z.string()),
  repliedTo: z.nullable(z.string()),
})
export type InboxComment = z.output<typeof inboxComment>

/** Waiting comments are counted up to this number. */
export const maxWaitingCounted = 1000

export const maxCommentLength = 2000

export const list = endpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  access: 'member',
  summary: 'The latest comments of a post, or those before one, oldest first, each with its first replies.',
  params: byId,
  query: z.object({ before: z.optional(id), limit: z.optional(pageSize) }),
  reply: z.array(thread),
})

export const add = endpoint({
  method: 'POST',
  path: '/api/posts/:id/comments',
  access: 'member',
  summary: 'Adds a comment or reply. Repeating a clientId returns the first comment.',
  params: byId,
  body: z.object({
    content: requiredText(maxCommentLength, 'Write a comment first.'),
    replyToId: z.optional(z.nullable(id)),
    clientId: z.optional(z.nullable(z.uuid('This comment has no valid number. Please write it again.'))),
  }),
  reply: comment,
  status: 201,
  alsoStatus: [200],
})

export const show = endpoint({
  method: 'GET',
  path: '/api/comments/:id',
  access: 'member',
  summary: 'One comment with its first replies.',
  params: byId,
  reply: thread,
})

export const replies = endpoint({
  method: 'GET',
  path: '/api/comments/:id/replies',
  access: 'member',
  summary: 'The replies to a comment, or those after one, oldest first.',
  params: byId,
  query: z.object({ after: z.optional(id), limit: z.optional(pageSize) }),
  reply: z.array(comment),
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'creatorOrAdmin',
  summary: 'Removes a comment with its replies.',
  params: byId,
  status: 204,
})

export const inbox = endpoint({
  method: 'GET',
  path: '/api/inbox',
  access: 'creator',
  summary: 'Unanswered comments on my posts, oldest first; after continues after that comment.',
  query: z.object({ after: z.optional(id), limit: z.optional(pageSize) }),
  reply: z.object({
    comments: z.array(inboxComment),
    total: z.number(),
    isTotalExact: z.boolean(),
    hasMore: z.boolean(),
  }),
})

export const markAnswered = endpoint({
  method: 'PUT',
  path: '/api/comments/:id/answered',
  access: 'creator',
  summary: 'Marks a comment in my inbox as answered. Idempotent.',
  params: byId,
  status: 204,
})

export const markUnanswered = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id/answered',
  access: 'creator',
  summary: 'Puts a comment back into my inbox. Idempotent.',
  params: byId,
  status: 204,
})
