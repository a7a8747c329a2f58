import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '@touchline/contract/posts.ts'
import { patchPost } from './post-cache.ts'

export type Heart = Pick<Post, 'isLiked' | 'likesCount'>
type Pressed = { confirmed: Heart; unanswered: number; hasHeard: boolean }

/**
 * Likes that are on their way. A press shows at once; while one is unanswered, what the server says is only
 * remembered, and the last answer decides what is shown: the like, or what was there before.
 */
export function createHearts(show: (postId: string, heart: Partial<Heart>) => void) {
  const pressed = new Map<string, Pressed>()

  return {
    /** Somebody presses the heart of a post that shows `seen`. */
    press(postId: string, seen: Heart) {
      const before = pressed.get(postId) ?? { confirmed: seen, unanswered: 0, hasHeard: false }
      pressed.set(postId, { ...before, unanswered: before.unanswered + 1 })
      const step = seen.isLiked ? -1 : 1
      show(postId, { isLiked: !seen.isLiked, likesCount: seen.likesCount + step })
    },

    /** A press was answered, or with null refused or lost. */
    answer(postId: string, heart: Heart | null) {
      const open = pressed.get(postId)
      if (!open) return
      // What everybody is told is told in order; an answer may be older than what was heard before it came.
      const likesCount = open.hasHeard || !heart ? open.confirmed.likesCount : heart.likesCount
      const confirmed = { isLiked: (heart ?? open.confirmed).isLiked, likesCount }
      if (open.unanswered > 1) {
        pressed.set(postId, { ...open, confirmed, unanswered: open.unanswered - 1 })
        return
      }
      pressed.delete(postId)
      show(postId, confirmed)
    },

    /** The server tells everybody how many likes a post has. */
    hear(postId: string, likesCount: number) {
      const open = pressed.get(postId)
      if (open) pressed.set(postId, { ...open, confirmed: { ...open.confirmed, likesCount }, hasHeard: true })
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
