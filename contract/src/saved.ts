import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { byId, id, moment } from './text.ts'

/** The maximum number of saved posts per browser. */
export const maxSaved = 50
export const leaseDays = 7

/** The end of the leases, and `now`, both by the site's clock. */
const lease = { now: moment, until: moment }

export const lend = endpoint({
  method: 'PUT',
  path: '/api/saved-posts/:id',
  access: 'member',
  summary: 'Leases a post to this browser for offline reading, for a week. Repeating renews the lease.',
  params: byId,
  reply: z.object(lease),
})

export const renew = endpoint({
  method: 'POST',
  path: '/api/saved-posts',
  access: 'member',
  summary:
    'Renews the leases of this browser for a week and returns the posts that it may keep, and when those were edited that were.',
  body: z.object({
    postIds: z
      .array(id, { error: 'postIds must be a list of ids.' })
      .check(z.maxLength(maxSaved, `Please name at most ${maxSaved} posts.`)),
  }),
  reply: z.object({ ...lease, postIds: z.array(id), edited: z.record(z.string(), moment) }),
})

export const giveBack = endpoint({
  method: 'DELETE',
  path: '/api/saved-posts/:id',
  access: 'signedIn',
  summary: 'Releases the lease of a post after this browser deleted its copy. Idempotent.',
  params: byId,
  status: 204,
})
