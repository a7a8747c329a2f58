import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { postLine } from './post-line.ts'
import { teaser } from './teasers.ts'
import { id, moment, pageSize } from './text.ts'

/**
 * `newest` is the newest post they have seen, `newCount` the posts since, `stopped` where they stopped reading.
 * `pinned` are the posts that stand above the first page, last pinned first; the pages list them as well. `isUnderWay`:
 * there is a film, recording or text that they did not finish.
 */
export const feedMark = z.object({
  newest: z.nullable(z.object({ postId: id, createdAt: moment })),
  newCount: z.number(),
  stopped: z.nullable(z.object({ postId: id, page: z.number() })),
  pinned: z.optional(z.array(postLine)),
  isUnderWay: z.optional(z.boolean()),
})
export type FeedMark = z.output<typeof feedMark>

/** New posts are counted up to this number. */
export const maxNewCounted = 100

export const showMark = endpoint({
  method: 'GET',
  path: '/api/feed-mark',
  access: 'member',
  summary: 'My position in the feed for this page size, the number of new posts, and the pinned posts.',
  query: z.object({ limit: z.optional(pageSize) }),
  reply: feedMark,
})

/** Counts at most 100 posts since their membership ended (`since`, null for people who never had one). */
export const missedPosts = z.object({
  count: z.number(),
  newestAt: z.nullable(moment),
  since: z.nullable(moment),
  teasers: z.array(teaser),
})
export type MissedPosts = z.output<typeof missedPosts>

export const showMissed = endpoint({
  method: 'GET',
  path: '/api/missed-posts',
  access: 'signedIn',
  summary:
    'The number of posts since my membership ended, or of all posts, and the newest as strangers see them.',
  reply: missedPosts,
})

export const moveMark = endpoint({
  method: 'POST',
  path: '/api/feed-mark',
  access: 'member',
  summary: 'Records the newest post I have seen and where I stopped. The position never moves back.',
  body: z.object({ newestId: id, stoppedId: z.optional(id) }),
  status: 204,
})
