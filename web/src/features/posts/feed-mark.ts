import type { FeedMark } from '@touchline/contract/feed.ts'
import type { Post } from '@touchline/contract/posts.ts'

export type FeedPosition = Pick<Post, 'id' | 'createdAt'>

export const anchorOf = (postId: string) => `post-${postId}`

/** True when a post comes before another in the feed. Ids and dates have fixed formats, so they compare as text. */
export const isNewer = (post: FeedPosition, than: FeedPosition) =>
  post.createdAt === than.createdAt ? post.id > than.id : post.createdAt > than.createdAt

/** Returns how many posts of this page are above the "You were here" line; null when it is elsewhere. */
export function newAbove(posts: FeedPosition[], { newest, newCount }: FeedMark, page: number): number | null {
  if (!newest || newCount === 0) return null
  const seen = { id: newest.postId, createdAt: newest.createdAt }
  const above = posts.filter((post) => isNewer(post, seen)).length
  if (above === 0) return null
  return above < posts.length || newCount === page * posts.length ? above : null
}
