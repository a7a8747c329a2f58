import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ListQuery } from '@touchline/contract/first-posts.ts'
import type { LiveMessage } from '@touchline/contract/live.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { useEffect } from 'react'
import { isNotFound } from '#api/api-error.ts'
import { logProblem } from '#api/log.ts'
import { live } from '#live/live.ts'
import { receiveCount } from './live-counts.ts'
import { heartsOf } from './hearts.ts'
import {
  dropPost,
  isListed,
  isShown,
  listsOnScreen,
  patchPost,
  renewListsLater,
  singlePosts,
  singlesOnScreen,
} from './post-cache.ts'
import { listedPosts, shownPost } from './requests.ts'
import { addUnreadPost, dropUnreadPost } from './unread-posts.ts'

function updatePost(client: QueryClient, post: Post) {
  const { isLiked: _isLiked, likesCount, ...changes } = post
  patchPost(client, post.id, { problem: undefined, tags: undefined, isPinned: undefined, ...changes })
  heartsOf(client).receive(post.id, likesCount)
}

async function renewPost(client: QueryClient, postId: string) {
  try {
    updatePost(client, await shownPost(postId))
  } catch (error) {
    if (isNotFound(error)) dropPost(client, postId)
    else logProblem('Refreshing a post failed', error)
  }
}

/** Refetches a visible list without moving it: updates posts in place and announces newer ones. */
async function renewList(client: QueryClient, query: ListQuery, shown: Post[]) {
  const { posts } = await listedPosts(query)
  const now = new Map(posts.map((post) => [post.id, post]))
  for (const { id } of shown) {
    const post = now.get(id)
    if (post) updatePost(client, post)
    else void renewPost(client, id)
  }
  const newest = shown[0]?.createdAt ?? ''
  const { page, limit: _, ...filters } = query
  if (page === 1 && Object.keys(filters).length === 0)
    for (const { id, createdAt } of posts) if (createdAt > newest && !isListed(client, id)) addUnreadPost(id)
}

async function refetchAll(client: QueryClient) {
  void renewListsLater(client)
  const singles = singlesOnScreen(client)
  client.removeQueries({ queryKey: singlePosts, type: 'inactive' })
  await Promise.all([
    ...listsOnScreen(client).map(({ query, posts }) => renewList(client, query, posts)),
    ...singles.map((postId) => renewPost(client, postId)),
  ])
}

/** Applies a live message. New posts are only announced, so that nothing moves. */
export function applyMessage(client: QueryClient, message: LiveMessage) {
  switch (message.type) {
    case 'post_heart_update':
      receiveCount(message.postId, 'likesCount', message.likesCount)
      heartsOf(client).receive(message.postId, message.likesCount)
      return
    case 'post_created':
      void renewListsLater(client)
      // Its creator has already seen it.
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

const subscribed = new WeakSet<QueryClient>()

export function useLivePosts() {
  const client = useQueryClient()
  useEffect(() => {
    if (subscribed.has(client)) return
    subscribed.add(client)
    const onMissed = () =>
      void refetchAll(client).catch((error: unknown) => logProblem('Refreshing the posts failed', error))
    live.subscribe({ onMessage: (message) => applyMessage(client, message), onMissed })
    // The frame of a page from the server, and its connection, may be hydrated before its posts.
    if (live.hasHeard()) onMissed()
  }, [client])
}
