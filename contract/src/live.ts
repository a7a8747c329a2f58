type Counted = { postId: string; commentId: string; replyToId: string | null; commentsCount: number }

/** The fields of each message. `replyToId` is the comment it answers, `commentsCount` how many its post has now. */
type Fields = {
  /** Comes first on every connection: how long ago the last message to this viewer was. */
  connected: { quietMs: number }
  post_heart_update: { postId: string; likesCount: number }
  post_created: { postId: string }
  post_updated: { postId: string }
  post_deleted: { postId: string }
  comment_created: Counted
  comment_deleted: Counted
  comment_changed: Omit<Counted, 'commentsCount'>
  comment_heart_update: { postId: string; commentId: string; likesCount: number }
  comment_answered: { commentId: string; isAnswered: boolean }
  held_comment_decided: { commentId: string }
  draft_changed: { draftId: string }
  tip_received: { tipId: string }
  tip_acknowledged: { tipId: string }
  /** The viewer has a new notice of their own. */
  notices_changed: {}
  /** The viewer has read their notices, here or on another device. */
  notices_read: {}
  /** A new post is among the notices of all members. */
  post_noticed: { postId: string }
  bookmarks_changed: {}
  history_changed: {}
  hidden_people_changed: {}
  access_changed: {}
}

/** What the server says over the WebSocket. Ids and counts only: never text, names or money. */
export type LiveMessage = { [Type in keyof Fields]: { type: Type } & Fields[Type] }[keyof Fields]

const types: Record<keyof Fields, true> = {
  connected: true,
  post_heart_update: true,
  post_created: true,
  post_updated: true,
  post_deleted: true,
  comment_created: true,
  comment_deleted: true,
  comment_changed: true,
  comment_heart_update: true,
  comment_answered: true,
  held_comment_decided: true,
  draft_changed: true,
  tip_received: true,
  tip_acknowledged: true,
  notices_changed: true,
  notices_read: true,
  post_noticed: true,
  bookmarks_changed: true,
  history_changed: true,
  hidden_people_changed: true,
  access_changed: true,
}

/** Whether the browser knows this type of message. The compiler checks the fields that the server sends. */
export const isLiveMessage = (message: unknown): message is LiveMessage =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  Object.hasOwn(types, String(message.type))

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
