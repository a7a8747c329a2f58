import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, moment, pageNumber, requiredText } from './text.ts'

export const deletionMessageLimit = 2000

export const deletionMessage = requiredText(
  deletionMessageLimit,
  'Please enter a message explaining your request.',
)

/**
 * `requested` becomes `lapsed` unless the link is used; `confirmed` is carried out at `dueAt` unless it is `undone`.
 */
export const deletionState = z.enum(['requested', 'confirmed', 'erasing', 'done', 'undone', 'lapsed'])
export type DeletionState = z.output<typeof deletionState>

/** The viewer's pending request. The emailed link works until `confirmBy`; the account is deleted at `dueAt`. */
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
  summary: 'The pending deletion request of the viewer.',
  reply: standing,
})

export const ask = endpoint({
  method: 'POST',
  path: '/api/account-deletion',
  access: 'subscriber',
  confirmed: true,
  summary:
    'Requests the deletion of the account and emails a link to confirm it. Replaces an unconfirmed request.',
  body: z.object({ message: deletionMessage }),
  reply: standing,
  status: 202,
})

export const undo = endpoint({
  method: 'DELETE',
  path: '/api/account-deletion',
  access: 'signedIn',
  summary: 'Cancels the deletion request unless the erasure has started.',
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
  summary: 'Confirms a request with the token of the emailed link, once; billing ends, and two weeks begin.',
  body: byToken,
  reply: z.object({ dueAt: moment }),
})

export const confirmHere = endpoint({
  method: 'POST',
  path: '/api/account-deletion/confirm-here',
  access: 'subscriber',
  confirmed: true,
  summary: 'Confirms the request after re-authentication, when the emailed link does not arrive.',
  reply: standing,
})

export const undoByLink = endpoint({
  method: 'POST',
  path: '/api/account-deletion/undo',
  access: 'public',
  evenSuspended: true,
  summary: 'Cancels a confirmed request with the token of the confirmation email.',
  body: byToken,
  reply: z.object({ message: z.string() }),
})

/** What an erasure removed besides the account: emails and files to the person, and the name in those to others. */
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

/** A request as admins see it. After the erasure only dates and counts are left. */
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
  summary: 'All deletion requests, newest first, 20 per page.',
  query: z.object({ page: z.optional(pageNumber) }),
  reply: z.object({ deletions: z.array(listed), total: z.number(), hasMore: z.boolean() }),
})
