import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { byId, id, moment } from './text.ts'

/** So many posts a browser may keep for reading without a connection. */
export const maxSaved = 50
/** For so long, from the last time the site was asked. */
export const leaseDays = 7

/** Until when a browser may keep its copies, by the site's own clock, which says `now`. */
const lease = { now: moment, until: moment }

export const lend = endpoint({
  method: 'PUT',
  path: '/api/saved-posts/:id',
  access: 'member',
  summary:
    'Lends this browser a copy of a post to read without a connection, for a week; again lends it anew.',
  params: byId,
  reply: z.object(lease),
})

export const renew = endpoint({
  method: 'POST',
  path: '/api/saved-posts',
  access: 'member',
  summary: 'Lends the copies this browser holds for another week; answers which of them it may keep.',
  body: z.object({
    postIds: z
      .array(id, { error: 'postIds must be a list of ids.' })
      .check(z.maxLength(maxSaved, `Please name at most ${maxSaved} posts.`)),
  }),
  reply: z.object({ ...lease, postIds: z.array(id) }),
})

export const giveBack = endpoint({
  method: 'DELETE',
  path: '/api/saved-posts/:id',
  access: 'signedIn',
  summary: 'Says that this browser has deleted its copy of a post; again changes nothing.',
  params: byId,
  status: 204,
})
