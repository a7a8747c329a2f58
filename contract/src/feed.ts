import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, moment, pageSize } from './text.ts'

/**
 * Where somebody is in the feed. `newest` is the newest post they have had on screen, null before the first one, and
 * `newCount` how many were published since, at most 100. `stopped` is where they stopped reading, and on which page of
 * the feed that post is now.
 */
export const feedMark = z.object({
  newest: z.nullable(z.object({ postId: id, createdAt: moment })),
  newCount: z.number(),
  stopped: z.nullable(z.object({ postId: id, page: z.number() })),
})
export type FeedMark = z.output<typeof feedMark>

/** From here on new posts are no longer counted one by one. */
export const maxNewCounted = 100

export const showMark = endpoint({
  method: 'GET',
  path: '/api/feed-mark',
  access: 'member',
  summary: 'Where one was in the feed, with pages of so many posts, and how much is new.',
  query: z.object({ limit: z.optional(pageSize) }),
  reply: feedMark,
})

export const moveMark = endpoint({
  method: 'POST',
  path: '/api/feed-mark',
  access: 'member',
  summary: 'Notes the newest post one has had on screen and where one stopped; what was seen stays seen.',
  body: z.object({ newestId: id, stoppedId: z.optional(id) }),
  status: 204,
})
