import type { Post } from '@touchline/contract/posts.ts'

/*
 * How many comments and likes a post has is told to everybody in order, while an answer may be older than what was heard
 * before it came.
 */

const counted = ['commentsCount', 'likesCount'] as const
type Counted = (typeof counted)[number]

const heard = new Map<string, { count: number; turn: number }>()
let turns = 0

/** To note before a post is asked for. */
export const liveCounts = () => turns

/** The server tells everybody how many there are. */
export function receiveCount(postId: string, what: Counted, count: number): void {
  turns += 1
  heard.set(`${what} ${postId}`, { count, turn: turns })
}

/** A post that was asked for when so much had been heard, with what was heard of it since. */
export function withLiveCounts(post: Post, since: number): Post {
  const now = { ...post }
  for (const what of counted) {
    const known = heard.get(`${what} ${post.id}`)
    if (known && known.turn > since) now[what] = known.count
  }
  return now
}
