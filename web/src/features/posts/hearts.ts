import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '@touchline/contract/posts.ts'
import { patchPost } from './post-cache.ts'

export type Heart = Pick<Post, 'isLiked' | 'likesCount'>
type PendingLike = { confirmed: Heart; requests: number; hasLiveCount: boolean }

/** Optimistic likes. While requests are pending, the server's state is only recorded; the last one counts. */
export function createHearts(show: (postId: string, heart: Partial<Heart>) => void) {
  const pending = new Map<string, PendingLike>()

  return {
    /** Starts a like or unlike of a post that currently shows `seen`. */
    start(postId: string, seen: Heart) {
      const before = pending.get(postId) ?? { confirmed: seen, requests: 0, hasLiveCount: false }
      pending.set(postId, { ...before, requests: before.requests + 1 })
      const step = seen.isLiked ? -1 : 1
      show(postId, { isLiked: !seen.isLiked, likesCount: seen.likesCount + step })
    },

    /** Ends a request with the server's state, or null when it failed. */
    settle(postId: string, heart: Heart | null) {
      const open = pending.get(postId)
      if (!open) return
      // Live messages arrive in order, but this response may be older than the last one.
      const likesCount = open.hasLiveCount || !heart ? open.confirmed.likesCount : heart.likesCount
      const confirmed = { isLiked: (heart ?? open.confirmed).isLiked, likesCount }
      if (open.requests > 1) {
        pending.set(postId, { ...open, confirmed, requests: open.requests - 1 })
        return
      }
      pending.delete(postId)
      show(postId, confirmed)
    },

    receive(postId: string, likesCount: number) {
      const open = pending.get(postId)
      if (open)
        pending.set(postId, { ...open, confirmed: { ...open.confirmed, likesCount }, hasLiveCount: true })
      else show(postId, { likesCount })
    },
  }
}

const byClient = new WeakMap<QueryClient, ReturnType<typeof createHearts>>()

export function heartsOf(client: QueryClient) {
  const hearts = byClient.get(client) ?? createHearts((postId, heart) => patchPost(client, postId, heart))
  byClient.set(client, hearts)
  return hearts
}
