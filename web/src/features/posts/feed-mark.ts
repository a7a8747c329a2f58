import type { FeedMark } from '@touchline/contract/feed.ts'
import type { Post } from '@touchline/contract/posts.ts'

export type FeedPosition = Pick<Post, 'id' | 'createdAt'>

/** The anchor of a post on its page of the feed. */
export const anchorOf = (postId: string) => `post-${postId}`

/** True when a post comes before another in the feed. Ids and dates have fixed formats, so they compare as text. */
export const isNewer = (post: FeedPosition, than: FeedPosition) =>
  post.createdAt === than.createdAt ? post.id > than.id : post.createdAt > than.createdAt

/**
 * The number of new posts on this page, which is where the "You were here" line goes. Null when the line is on another
 * page.
 */
export function newAbove(posts: FeedPosition[], { newest, newCount }: FeedMark, page: number): number | null {
  if (!newest || newCount === 0) return null
  const seen = { id: newest.postId, createdAt: newest.createdAt }
  const above = posts.filter((post) => isNewer(post, seen)).length
  if (above === 0) return null
  return above < posts.length || newCount === page * posts.length ? above : null
}
