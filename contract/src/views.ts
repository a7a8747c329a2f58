import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './text.ts'

export const maxViews = 50

export const count = endpoint({
  method: 'POST',
  path: '/api/post-views',
  access: 'signedIn',
  summary: 'Records posts I have seen. Each counts once per person and day (UTC).',
  body: z.object({
    postIds: z
      .array(id, { error: 'postIds must be a list of ids.' })
      .check(
        z.minLength(1, 'Please name at least one post.'),
        z.maxLength(maxViews, `Please name at most ${maxViews} posts.`),
      ),
  }),
  status: 204,
})
