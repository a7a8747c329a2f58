import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { party } from './people.ts'
import { byId, id, moment, pageSize, requiredText } from './text.ts'

/** A person of a thread. In the text of a comment that mentions them their name follows an @. */
const mention = z.object({ id, name: z.string() })
export type Mention = z.output<typeof mention>

/**
 * `clientId` is shown only to the author. A comment that `isRemoved`, by moderators or its author, is only a stub.
 * `version` grows with each edit. `isHidden`: the viewer hid its author, and the text is empty. `isOfStaff` is shown to
 * moderators only: they cannot remove it. `mayHide`: the viewer, a member, can hide its author.
 */
export const comment = z.object({
  id,
  postId: id,
  replyToId: z.nullable(id),
  clientId: z.nullable(id),
  content: z.string(),
  isRemoved: z.boolean(),
  createdAt: moment,
  editedAt: z.nullable(moment),
  version: z.number(),
  likesCount: z.number(),
  isLiked: z.boolean(),
  isPinned: z.boolean(),
  isHidden: z.boolean(),
  mentions: z.array(mention),
  isOfStaff: z.optional(z.boolean()),
  mayHide: z.optional(z.boolean()),
  user: party,
})
export type Comment = z.output<typeof comment>

/** An earlier text of an edited comment. */
const commentVersion = z.object({ content: z.string(), writtenAt: moment })

/**
 * A comment with its first replies, oldest first, and the number of all replies. `isAnswered` by the post's creator.
 */
export const thread = z.extend(comment, {
  isAnswered: z.boolean(),
  isMuted: z.boolean(),
  repliesCount: z.number(),
  replies: z.array(comment),
})
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
export const maxMentions = 20

/** Authors can edit a comment for this many minutes. */
export const editMinutes = 15

const content = requiredText(maxCommentLength, 'Write a comment first.')
/** Each turns the first `@name` in the text into a reference to this person of the thread. */
const mentions = z.optional(
  z
    .array(z.object({ id, name: z.string().check(z.minLength(1), z.maxLength(200)) }))
    .check(z.maxLength(maxMentions, `A comment can mention ${maxMentions} people.`)),
)

/** Returns the position of the first `@name` that is not part of a longer word, -1 without one. */
export function mentionAt(text: string, name: string): number {
  const typed = `@${name}`
  let at = text.indexOf(typed)
  while (at !== -1 && /^[\p{L}\p{M}\p{N}]/u.test(text.slice(at + typed.length)))
    at = text.indexOf(typed, at + 1)
  return at
}

export const list = endpoint({
  method: 'GET',
  path: '/api/posts/:id/comments',
  access: 'member',
  right: 'posts:read',
  summary:
    'The latest comments of a post, or those before one, oldest first, each with its first replies. With `order` the oldest ones, or those that the creator answered and then the others; `after` continues. The pinned comment comes first on the first page only.',
  params: byId,
  query: z.object({
    before: z.optional(id),
    order: z.optional(z.enum(['oldest', 'answered'])),
    after: z.optional(id),
    limit: z.optional(pageSize),
  }),
  reply: z.array(thread),
})

export const add = endpoint({
  method: 'POST',
  path: '/api/posts/:id/comments',
  access: 'member',
  summary:
    'Adds a comment or reply. Repeating a clientId returns the first comment. 202: it waits for the moderators’ approval.',
  params: byId,
  body: z.object({
    content,
    mentions,
    replyToId: z.optional(z.nullable(id)),
    clientId: z.optional(z.nullable(z.uuid('This comment has no valid number. Please write it again.'))),
  }),
  reply: z.extend(comment, {
    /** Only the author and the moderators see it before it is approved. */
    isHeld: z.boolean(),
  }),
  status: 201,
  alsoStatus: [200, 202],
})

export const show = endpoint({
  method: 'GET',
  path: '/api/comments/:id',
  access: 'member',
  right: 'posts:read',
  summary: 'One comment with its first replies.',
  params: byId,
  reply: thread,
})

export const replies = endpoint({
  method: 'GET',
  path: '/api/comments/:id/replies',
  access: 'member',
  right: 'posts:read',
  summary: 'The replies to a comment, or those after one, oldest first.',
  params: byId,
  query: z.object({ after: z.optional(id), limit: z.optional(pageSize) }),
  reply: z.array(comment),
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'staff',
  summary: 'Removes a comment with its replies.',
  params: byId,
  status: 204,
})

export const edit = endpoint({
  method: 'PATCH',
  path: '/api/own-comments/:id',
  access: 'member',
  summary: `Edits the viewer’s comment, up to ${editMinutes} minutes old. 409 unless version is the latest.`,
  params: byId,
  body: z.object({ content, mentions, version: z.int().check(z.gte(1), z.lte(1_000_000)) }),
  reply: thread,
})

export const withdraw = endpoint({
  method: 'DELETE',
  path: '/api/own-comments/:id',
  access: 'signedIn',
  summary: 'Deletes the viewer’s comment. A stub stays where others replied.',
  params: byId,
  status: 204,
})

const heart = z.object({ likesCount: z.number(), isLiked: z.boolean() })

export const like = endpoint({
  method: 'PUT',
  path: '/api/comments/:id/like',
  access: 'member',
  summary: 'Hearts a comment. Idempotent.',
  params: byId,
  reply: heart,
})

export const unlike = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id/like',
  access: 'member',
  summary: 'Removes a heart. Idempotent.',
  params: byId,
  reply: heart,
})

export const people = endpoint({
  method: 'GET',
  path: '/api/comments/:id/people',
  access: 'member',
  summary:
    'The people whom a reply in this thread can mention: its authors and the creator, without the viewer.',
  params: byId,
  reply: z.array(mention),
})

export const mute = endpoint({
  method: 'PUT',
  path: '/api/comments/:id/mute',
  access: 'member',
  summary: 'Stops notices about the thread of this comment. Idempotent.',
  params: byId,
  status: 204,
})

export const unmute = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id/mute',
  access: 'member',
  summary: 'Allows notices about the thread of this comment again. Idempotent.',
  params: byId,
  status: 204,
})

export const listHidden = endpoint({
  method: 'GET',
  path: '/api/hidden-people',
  access: 'signedIn',
  summary: 'The people whose comments the viewer hides.',
  reply: z.array(mention),
})

export const hide = endpoint({
  method: 'PUT',
  path: '/api/hidden-people/:id',
  access: 'payingMember',
  summary: 'Hides the comments of a member from the viewer only. Staff cannot hide anyone. Idempotent.',
  params: byId,
  status: 204,
})

export const unhide = endpoint({
  method: 'DELETE',
  path: '/api/hidden-people/:id',
  access: 'signedIn',
  summary: 'Shows the comments of a person again. Idempotent.',
  params: byId,
  status: 204,
})

export const pin = endpoint({
  method: 'PUT',
  path: '/api/comments/:id/pin',
  access: 'creator',
  summary: 'Pins a comment on the viewer’s post, instead of the one before. Idempotent.',
  params: byId,
  status: 204,
})

export const unpin = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id/pin',
  access: 'creator',
  summary: 'Unpins a comment on the viewer’s post. Idempotent.',
  params: byId,
  status: 204,
})

export const versions = endpoint({
  method: 'GET',
  path: '/api/comments/:id/versions',
  access: 'moderator',
  summary: 'The earlier texts of an edited comment, oldest first.',
  params: byId,
  reply: z.array(commentVersion),
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
