import type { Post } from '@touchline/contract/posts.ts'

/*
 * How many comments a post has is told to everybody in order, while an answer may be older than what was heard before it
 * came.
 */

const heard = new Map<string, { commentsCount: number; turn: number }>()
let turns = 0

/** To note before a post is asked for. */
export const countsHeard = () => turns

/** The server tells everybody how many comments a post has. */
export function hearCount(postId: string, commentsCount: number): void {
  turns += 1
  heard.set(postId, { commentsCount, turn: turns })
}

/** A post that was asked for when so much had been heard, with what was heard of it since. */
export function withCountHeard(post: Post, since: number): Post {
  const known = heard.get(post.id)
  return known && known.turn > since ? { ...post, commentsCount: known.commentsCount } : post
}
