import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { postLine } from './post-line.ts'
import { byId, id, moment } from './text.ts'

export const maxBookmarks = 1000

export const bookmark = endpoint({
  method: 'PUT',
  path: '/api/posts/:id/bookmark',
  access: 'member',
  summary: `Bookmarks a published post, at most ${maxBookmarks}. Idempotent.`,
  params: byId,
  status: 204,
})

export const unbookmark = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/bookmark',
  access: 'member',
  summary: 'Removes a bookmark. Idempotent.',
  params: byId,
  status: 204,
})

export const listBookmarks = endpoint({
  method: 'GET',
  path: '/api/bookmarks',
  access: 'member',
  summary: 'The ids of the published posts that I have bookmarked, last bookmarked first.',
  reply: z.array(id),
})

/** The history lists this many posts. */
export const maxHistory = 100

/**
 * A post that the viewer played or read. They stopped at `seconds` of its film or recording `partId`, or after
 * `percent` of its text; both are 0 when they finished it.
 */
export const historyEntry = z.extend(postLine, {
  partId: z.nullable(id),
  seconds: z.number(),
  percent: z.number(),
  at: moment,
})
export type HistoryEntry = z.output<typeof historyEntry>

export const isUnderWay = ({ seconds, percent }: Pick<HistoryEntry, 'seconds' | 'percent'>) =>
  seconds > 0 || percent > 0

export const showHistory = endpoint({
  method: 'GET',
  path: '/api/history',
  access: 'signedIn',
  summary: `The ${maxHistory} posts that I played or read last, and where I stopped. While it is off, nothing is added.`,
  reply: z.object({ isOn: z.boolean(), entries: z.array(historyEntry) }),
})

export const changeHistory = endpoint({
  method: 'PUT',
  path: '/api/history',
  access: 'signedIn',
  summary: 'Switches my history on or off. What it has stays until it is cleared.',
  body: z.object({ isOn: z.boolean('Choose yes or no.') }),
  status: 204,
})

export const clearHistory = endpoint({
  method: 'DELETE',
  path: '/api/history',
  access: 'signedIn',
  summary:
    'Forgets what I have seen and where I stopped. The view counts of creators stay as they are. Idempotent.',
  status: 204,
})
