import type { FeedSearch } from './feed-search.ts'

let last: FeedSearch | null = null

/** Returns the last feed page of this tab, which a single post links back to. */
export const lastFeedPlace = () => last

export function rememberFeedPlace(place: FeedSearch): void {
  last = place
}
