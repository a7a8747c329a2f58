import type { FeedMark } from '@touchline/contract/feed.ts'
import type { Post } from '@touchline/contract/posts.ts'

/** Where a post is in the feed. */
export type Placed = Pick<Post, 'id' | 'createdAt'>

/** Where a post is on its page of the feed, as the address of that page names it. */
export const anchorOf = (postId: string) => `post-${postId}`

/** True when a post comes before another in the feed. Ids of one form and moments of one form compare as text. */
export const isNewer = (post: Placed, than: Placed) =>
  post.createdAt === than.createdAt ? post.id > than.id : post.createdAt > than.createdAt

/**
 * How many posts of this page are above the line between what is new to the reader and what they have seen; null where
 * the line is on another page, or there is none.
 */
export function newAbove(posts: Placed[], { newest, newCount }: FeedMark, page: number): number | null {
  if (!newest || newCount === 0) return null
  const seen = { id: newest.postId, createdAt: newest.createdAt }
  const above = posts.filter((post) => isNewer(post, seen)).length
  if (above === 0) return null
  return above < posts.length || newCount === page * posts.length ? above : null
}
