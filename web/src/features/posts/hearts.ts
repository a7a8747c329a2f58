import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '@touchline/contract/posts.ts'
import { patchPost } from './post-cache.ts'

export type Heart = Pick<Post, 'isLiked' | 'likesCount'>
type Pressed = { confirmed: Heart; unanswered: number }

/**
 * Likes that are on their way. A press shows at once; while one is unanswered, what the server says is only
 * remembered, and the last answer decides what is shown: the like, or what was there before.
 */
export function createHearts(show: (postId: string, heart: Partial<Heart>) => void) {
  const pressed = new Map<string, Pressed>()

  return {
    /** Somebody presses the heart of a post that shows `seen`. */
    press(postId: string, seen: Heart) {
      const { confirmed, unanswered } = pressed.get(postId) ?? { confirmed: seen, unanswered: 0 }
      pressed.set(postId, { confirmed, unanswered: unanswered + 1 })
      const step = seen.isLiked ? -1 : 1
      show(postId, { isLiked: !seen.isLiked, likesCount: seen.likesCount + step })
    },

    /** A press was answered, or with null refused or lost. */
    answer(postId: string, heart: Heart | null) {
      const open = pressed.get(postId)
      if (!open) return
      const confirmed = heart ?? open.confirmed
      if (open.unanswered > 1) {
        pressed.set(postId, { confirmed, unanswered: open.unanswered - 1 })
        return
      }
      pressed.delete(postId)
      show(postId, { isLiked: confirmed.isLiked, likesCount: confirmed.likesCount })
    },

    /** The server tells everybody how many likes a post has. */
    hear(postId: string, likesCount: number) {
      const open = pressed.get(postId)
      if (open) open.confirmed = { ...open.confirmed, likesCount }
      else show(postId, { likesCount })
    },
  }
}

const byClient = new WeakMap<QueryClient, ReturnType<typeof createHearts>>()

/** The likes of this page: every card and the live connection share them. */
export function heartsOf(client: QueryClient) {
  const hearts = byClient.get(client) ?? createHearts((postId, heart) => patchPost(client, postId, heart))
  byClient.set(client, hearts)
  return hearts
}
