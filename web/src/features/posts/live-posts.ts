import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { LiveMessage } from '@touchline/contract/live.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { useEffect } from 'react'
import { isNotFound } from '#api/api-error.ts'
import { logProblem } from '#api/log.ts'
import { live } from '#session/live.ts'
import { receiveCount } from './live-counts.ts'
import { heartsOf } from './hearts.ts'
import {
  dropPost,
  isListed,
  isShown,
  listsOnScreen,
  type ListQuery,
  patchPost,
  renewListsLater,
  singlePosts,
  singlesOnScreen,
} from './post-cache.ts'
import { listedPosts, shownPost } from './requests.ts'
import { addUnreadPost, dropUnreadPost } from './unread-posts.ts'

function takeOver(client: QueryClient, post: Post) {
  const { isLiked: _isLiked, likesCount, ...changes } = post
  patchPost(client, post.id, { problem: undefined, ...changes })
  heartsOf(client).hear(post.id, likesCount)
}

/** Reads a listed post again; one that is gone leaves the lists, any other failure leaves it as it is. */
async function renewPost(client: QueryClient, postId: string) {
  try {
    takeOver(client, await shownPost(postId))
  } catch (error) {
    if (isNotFound(error)) dropPost(client, postId)
    else logProblem('A post could not be read again', error)
  }
}

/** Reads a list on screen again without moving it: its posts are renewed in place, newer ones are announced. */
async function renewList(client: QueryClient, query: ListQuery, shown: Post[]) {
  const { posts } = await listedPosts(query)
  const now = new Map(posts.map((post) => [post.id, post]))
  for (const { id } of shown) {
    const post = now.get(id)
    if (post) takeOver(client, post)
    else void renewPost(client, id)
  }
  const newest = shown[0]?.createdAt ?? ''
  if (query.page === 1 && !query.search)
    for (const { id, createdAt } of posts) if (createdAt > newest && !isListed(client, id)) addUnreadPost(id)
}

/** Makes true again what was read before a message that this page missed. */
async function catchUp(client: QueryClient) {
  void renewListsLater(client)
  const singles = singlesOnScreen(client)
  client.removeQueries({ queryKey: singlePosts, type: 'inactive' })
  await Promise.all([
    ...listsOnScreen(client).map(({ query, posts }) => renewList(client, query, posts)),
    ...singles.map((postId) => renewPost(client, postId)),
  ])
}

/** What a live message changes in the lists; nothing on screen moves for a new post, it is only announced. */
export function applyMessage(client: QueryClient, message: LiveMessage) {
  switch (message.type) {
    case 'post_heart_update':
      receiveCount(message.postId, 'likesCount', message.likesCount)
      heartsOf(client).hear(message.postId, message.likesCount)
      return
    case 'post_created':
      void renewListsLater(client)
      // Its creator saw it in the making.
      if (isShown(client, message.postId)) void renewPost(client, message.postId)
      else addUnreadPost(message.postId)
      return
    case 'post_updated':
      if (isShown(client, message.postId)) void renewPost(client, message.postId)
      return
    case 'post_deleted':
      dropUnreadPost(message.postId)
      dropPost(client, message.postId)
      void renewListsLater(client)
      return
    case 'comment_created':
    case 'comment_deleted':
      receiveCount(message.postId, 'commentsCount', message.commentsCount)
      patchPost(client, message.postId, { commentsCount: message.commentsCount })
      return
    default:
  }
}

const kept = new WeakSet<QueryClient>()

/** From the first list on, for as long as the page lives, lists are kept true: they never go stale by themselves. */
export function useLivePosts() {
  const client = useQueryClient()
  useEffect(() => {
    if (kept.has(client)) return
    kept.add(client)
    live.subscribe({
      hear: (message) => applyMessage(client, message),
      onMissed: () =>
        catchUp(client).catch((error: unknown) => logProblem('The posts could not be read again', error)),
    })
  }, [client])
}
