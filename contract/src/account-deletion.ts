import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, moment, pageNumber, requiredText } from './text.ts'

/** How many characters the message of a request may have. */
export const deletionMessageLimit = 2000

export const deletionMessage = requiredText(
  deletionMessageLimit,
  'Please enter a message explaining your request.',
)

/**
 * How a request to be deleted stands. `requested` waits for the link that was mailed, `lapsed` waited in vain;
 * `confirmed` is carried out at `dueAt` unless it is `undone`; from `erasing` on nothing can be taken back.
 */
export const deletionState = z.enum(['requested', 'confirmed', 'erasing', 'done', 'undone', 'lapsed'])
export type DeletionState = z.output<typeof deletionState>

/** One's own request while it lives: `confirmBy` is until when the mailed link works, `dueAt` when it is carried out. */
const departure = z.object({
  state: z.enum(['requested', 'confirmed', 'erasing']),
  requestedAt: moment,
  confirmBy: moment,
  dueAt: z.nullable(moment),
})
export type PendingDeletion = z.output<typeof departure>

const standing = z.object({ departure: z.nullable(departure) })

export const show = endpoint({
  method: 'GET',
  path: '/api/account-deletion',
  access: 'signedIn',
  summary: 'Whether one has asked to be deleted, and when that happens.',
  reply: standing,
})

export const ask = endpoint({
  method: 'POST',
  path: '/api/account-deletion',
  access: 'subscriber',
  confirmed: true,
  summary:
    'Asks to be deleted; a link to confirm it is mailed. Asking again before that replaces the request.',
  body: z.object({ message: deletionMessage }),
  reply: standing,
  status: 202,
})

export const undo = endpoint({
  method: 'DELETE',
  path: '/api/account-deletion',
  access: 'signedIn',
  summary: 'Takes one’s request back, as long as it is not being carried out.',
  reply: standing,
})

const byToken = z.object({
  token: z
    .string({ error: 'This link is incomplete.' })
    .check(z.minLength(1, 'This link is incomplete.'), z.maxLength(200, 'This link is incomplete.')),
})

export const confirm = endpoint({
  method: 'POST',
  path: '/api/account-deletion/confirm',
  access: 'public',
  evenSuspended: true,
  summary: 'Confirms a request with the token of the mailed link, once; billing ends, and two weeks begin.',
  body: byToken,
  reply: z.object({ dueAt: moment }),
})

export const confirmHere = endpoint({
  method: 'POST',
  path: '/api/account-deletion/confirm-here',
  access: 'subscriber',
  confirmed: true,
  summary: 'Confirms one’s request with a proof of identity, where the mailed link does not arrive.',
  reply: standing,
})

export const undoByLink = endpoint({
  method: 'POST',
  path: '/api/account-deletion/undo',
  access: 'public',
  evenSuspended: true,
  summary: 'Takes a confirmed request back with the token of the letter that said it was confirmed.',
  body: byToken,
  reply: z.object({ message: z.string() }),
})

/** What an erasure took away beside the account: emails and files to the person, and the name in those to others. */
export const removedKinds = [
  'emailsDeleted',
  'emailsRedacted',
  'filesDeleted',
  'filesRedacted',
  'jobsDeleted',
  'notesRedacted',
] as const
const removed = z.partialRecord(z.enum(removedKinds), z.number())
export type Removed = z.output<typeof removed>

/** A request as admins see it. Of somebody who was deleted only dates are left. */
const listed = z.object({
  id,
  state: deletionState,
  person: z.nullable(z.object({ id, name: z.nullable(z.string()), email: z.string() })),
  message: z.nullable(z.string()),
  requestedAt: moment,
  confirmedAt: z.nullable(moment),
  dueAt: z.nullable(moment),
  endedAt: z.nullable(moment),
  removed: z.nullable(removed),
})
export type ListedDeletion = z.output<typeof listed>

export const list = endpoint({
  method: 'GET',
  path: '/api/admin/deletions',
  access: 'admin',
  summary: 'Every request to be deleted, the newest first, 20 a page.',
  query: z.object({ page: z.optional(pageNumber) }),
  reply: z.object({ deletions: z.array(listed), total: z.number(), hasMore: z.boolean() }),
})
