import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '@touchline/contract/api.ts'
import type { LiveMessage } from '@touchline/contract/live.ts'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { live } from '#session/live.ts'
import { heartsOf } from './hearts.ts'
import { commentsKey, dropPost, isListed, patchPost, renewListsLater } from './post-cache.ts'
import { addUnreadPost, dropUnreadPost } from './unread-posts.ts'

async function renewPost(client: QueryClient, postId: string) {
  const { likesCount, isLiked: _, ...changes } = await call(api.posts.show, { params: { id: postId } })
  patchPost(client, postId, changes)
  heartsOf(client).hear(postId, likesCount)
}

/** What a live message changes in the lists; nothing on screen moves for a new post, it is only announced. */
export function applyMessage(client: QueryClient, message: LiveMessage) {
  switch (message.type) {
    case 'post_heart_update':
      return heartsOf(client).hear(message.postId, message.likesCount)
    case 'post_created':
      void renewListsLater(client)
      if (!isListed(client, message.postId)) addUnreadPost(message.postId)
      return
    case 'post_updated':
      if (isListed(client, message.postId)) void renewPost(client, message.postId)
      return
    case 'post_deleted':
      dropUnreadPost(message.postId)
      dropPost(client, message.postId)
      void renewListsLater(client)
      return
    case 'comment_created':
    case 'comment_deleted':
      patchPost(client, message.postId, { commentsCount: message.commentsCount })
      void client.invalidateQueries({ queryKey: commentsKey(message.postId) })
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
    live.subscribe((message) => applyMessage(client, message))
  }, [client])
}
