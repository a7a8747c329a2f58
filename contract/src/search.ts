import * as z from 'zod/mini'
import { comment } from './comments.ts'
import { endpoint } from './endpoint.ts'
import { filterFields } from './filters.ts'
import { postLine } from './post-line.ts'
import { id, optionalText, pageSize } from './text.ts'

const search = optionalText(200)
const page = { search, after: z.optional(id), limit: z.optional(pageSize) }

/** Words of a film or recording: the file `partId` of the post says them after `seconds`. */
export const captionHit = z.object({
  id,
  post: postLine,
  partId: id,
  language: z.string(),
  seconds: z.number(),
  text: z.string(),
})
export type CaptionHit = z.output<typeof captionHit>

export const captions = endpoint({
  method: 'GET',
  path: '/api/search/captions',
  access: 'member',
  right: 'posts:read',
  summary:
    'Captions that contain all words of the search, those of the newest film first; `after` continues after that hit.',
  query: z.object(page),
  reply: z.object({ hits: z.array(captionHit), hasMore: z.boolean() }),
})

export const commentHit = z.extend(comment, { post: postLine })
export type CommentHit = z.output<typeof commentHit>

export const comments = endpoint({
  method: 'GET',
  path: '/api/search/comments',
  access: 'member',
  right: 'posts:read',
  summary:
    'Comments and replies that contain all words of the search, newest first; `after` continues after that comment.',
  query: z.object(page),
  reply: z.object({ hits: z.array(commentHit), hasMore: z.boolean() }),
})

/** Hits are counted up to this number. */
export const maxHitsCounted = 100

const hitCount = z.object({ count: z.number(), isExact: z.boolean() })
export type HitCount = z.output<typeof hitCount>

export const counts = endpoint({
  method: 'GET',
  path: '/api/search/counts',
  access: 'member',
  right: 'posts:read',
  summary: `How many posts, captions and comments a search finds, up to ${maxHitsCounted}. Filters apply to posts only.`,
  query: z.object({ ...filterFields, search }),
  reply: z.object({ posts: hitCount, captions: hitCount, comments: hitCount }),
})
