import type { FeedSearch } from './feed-search.ts'

let last: FeedSearch | null = null

/** The page of the feed that was on screen last in this tab: where a single post leads back to. */
export const lastFeedPlace = () => last

export function rememberFeedPlace(place: FeedSearch): void {
  last = place
}
