import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import type { Comment, Thread } from '@touchline/contract/comments.ts'
import { isNotFound } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import {
  addThread,
  type CommentPage,
  commentsKey,
  dropThread,
  cachedThread,
  firstUnpinned,
  putThread,
} from './comment-cache.ts'

const pageSize = 30

/** Fetches replies until there are `wanted`, or all. */
async function withReplies(thread: Thread, wanted: number, signal?: AbortSignal): Promise<Thread> {
  const replies = [...thread.replies]
  while (replies.length < Math.min(wanted, thread.repliesCount)) {
    const after = replies.at(-1)?.id
    const more = await call(api.replies, { params: { id: thread.id }, query: { after }, signal })
    if (more.length === 0) break
    replies.push(...more)
  }
  return { ...thread, replies }
}

/** The number of replies to load; expanded threads stay expanded. */
const wantedOf = (known: Thread | undefined) =>
  known === undefined
    ? api.repliesShown
    : known.replies.length === known.repliesCount
      ? Number.POSITIVE_INFINITY
      : known.replies.length

/** The orders in which the server lists comments; without one, the latest come last. */
export type CommentOrder = 'oldest' | 'answered'

export const postComments = (client: QueryClient, postId: string, order?: CommentOrder) =>
  infiniteQueryOptions({
    queryKey: order ? [...commentsKey(postId), order] : commentsKey(postId),
    queryFn: async ({ pageParam, signal }): Promise<CommentPage> => {
      // One extra comment shows whether there are more.
      const query = { limit: pageSize + 1, ...(order ? { order, after: pageParam } : { before: pageParam }) }
      const all = await call(api.list, { params: { id: postId }, query, signal })
      const found = all.filter(({ isPinned }) => !isPinned)
      const shown = order ? found.slice(0, pageSize) : found.slice(-pageSize)
      const threads = await Promise.all(
        [...all.filter(({ isPinned }) => isPinned), ...shown].map((thread) =>
          withReplies(thread, wantedOf(cachedThread(client, postId, thread.id)), signal),
        ),
      )
      return { threads, hasEarlier: found.length > pageSize }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: CommentPage, all: CommentPage[]) =>
      last.hasEarlier
        ? order
          ? last.threads.at(-1)?.id
          : all.map(firstUnpinned).findLast((first) => first !== undefined)?.id
        : undefined,
    throwOnError: false,
  })

const reading = new Map<string, Promise<void>>()

/** Refetches a comment with its visible replies and `more`. Calls for one comment run one after another. */
export async function renewThread(
  client: QueryClient,
  postId: string,
  threadId: string,
  more = 0,
): Promise<void> {
  const before = reading.get(threadId) ?? Promise.resolve()
  const now = before.catch(() => {}).then(() => readThread(client, postId, threadId, more))
  reading.set(threadId, now)
  try {
    await now
  } finally {
    if (reading.get(threadId) === now) reading.delete(threadId)
  }
}

async function readThread(client: QueryClient, postId: string, threadId: string, more: number) {
  const known = cachedThread(client, postId, threadId)
  // It may be on a page that is loading.
  if (!known && client.isFetching({ queryKey: commentsKey(postId) }) === 0) return
  try {
    const thread = await call(api.show, { params: { id: threadId } })
    putThread(client, await withReplies(thread, wantedOf(known) + more))
  } catch (error) {
    if (!isNotFound(error)) throw error
    dropThread(client, postId, threadId)
  }
}

/** Adds a comment that was just created, before any live message. */
export async function addNewComment(
  client: QueryClient,
  comment: Comment & { isHeld?: boolean },
): Promise<void> {
  if (comment.isHeld) return client.invalidateQueries({ queryKey: ['held-comments'] })
  const { postId, replyToId } = comment
  if (replyToId === null) addThread(client, comment)
  // Its author must see it, so load all replies in between.
  else await renewThread(client, postId, replyToId, Number.POSITIVE_INFINITY)
}
