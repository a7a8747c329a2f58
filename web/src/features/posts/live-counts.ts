import type { Post } from '@touchline/contract/posts.ts'

/** Live messages report counts in order, while a response may be older than the latest message. */

const fields = ['commentsCount', 'likesCount'] as const
type Field = (typeof fields)[number]

const counts = new Map<string, { count: number; turn: number }>()
let turns = 0

/** Take this mark before requesting a post. */
export const liveCounts = () => turns

export function receiveCount(postId: string, what: Field, count: number): void {
  turns += 1
  counts.set(`${what} ${postId}`, { count, turn: turns })
}

/** Applies counts that arrived after the mark `since`. */
export function withLiveCounts(post: Post, since: number): Post {
  const now = { ...post }
  for (const what of fields) {
    const known = counts.get(`${what} ${post.id}`)
    if (known && known.turn > since) now[what] = known.count
  }
  return now
}
