import * as z from 'zod/mini'
import { id } from './text.ts'

/** A comment with how many its post has now; `replyToId` is the comment it answers. */
const aboutComment = { postId: id, commentId: id, replyToId: z.nullable(id), commentsCount: z.number() }

/** What the server says over the WebSocket. Ids and counts only: never text, names or money. */
export const liveMessage = z.discriminatedUnion('type', [
  // Comes first on every connection: how long ago the last message to this viewer was.
  z.object({ type: z.literal('connected'), quietMs: z.number() }),
  z.object({ type: z.literal('post_heart_update'), postId: id, likesCount: z.number() }),
  z.object({ type: z.literal('post_created'), postId: id }),
  z.object({ type: z.literal('post_updated'), postId: id }),
  z.object({ type: z.literal('post_deleted'), postId: id }),
  z.object({ type: z.literal('comment_created'), ...aboutComment }),
  z.object({ type: z.literal('comment_deleted'), ...aboutComment }),
  z.object({ type: z.literal('comment_changed'), postId: id, commentId: id, replyToId: z.nullable(id) }),
  z.object({ type: z.literal('comment_answered'), commentId: id, isAnswered: z.boolean() }),
  z.object({ type: z.literal('draft_changed'), draftId: id }),
  z.object({ type: z.literal('tip_received'), tipId: id }),
  z.object({ type: z.literal('tip_acknowledged'), tipId: id }),
  z.object({ type: z.literal('access_changed') }),
])
export type LiveMessage = z.output<typeof liveMessage>

/** Close codes the browser tells apart: after these it does not come back by itself. */
export const closeCodes = { signedOut: 4401, accessLost: 4403, restarting: 1012 } as const

/** How long a page waits before it comes back after the connection was lost. */
export const reconnectMs = 5000
/** Each page picks its own moment between these two, so that pages do not all return at once. */
export const restartedMs = { first: 7000, last: 14_000 }

const stayClosed = new Set<number>([1000, 1001, closeCodes.signedOut, closeCodes.accessLost])

/** In milliseconds; null when it does not come back. `turn`, from 0 to 1, is its place after a restart. */
export function backAfterMs(code: number, turn = Math.random()): number | null {
  if (stayClosed.has(code)) return null
  const { first, last } = restartedMs
  return code === closeCodes.restarting ? first + turn * (last - first) : reconnectMs
}
