import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { role } from './people.ts'
import { byId, id, moment, requiredText } from './text.ts'

export const blockReasonMax = 500

/** Suggested reasons for a block, before a free text. */
export const blockReasons = [
  'Hurtful or threatening words',
  'Spam or advertising',
  'Sharing what is for members only',
  'Not who they say they are',
  'Trouble with payments',
  'Something else',
] as const

/** The reason and the end of a block; a null end is permanent. */
const suspensionParts = { reason: z.nullable(z.string()), until: z.nullable(moment) }

/** A person in a staff list. `block` is the current block, which only admins can end if `isByAdmin`. */
export const listedPerson = z.object({
  id,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  profileImageUrl: z.nullable(z.string()),
  role,
  isBlocked: z.boolean(),
  block: z.nullable(z.object({ ...suspensionParts, startsAt: moment, isByAdmin: z.boolean() })),
})
export type ListedPerson = z.output<typeof listedPerson>

/** A search for words of a name or email address. */
export const personSearch = requiredText(200, 'Enter at least 2 characters.').check(
  z.minLength(2, 'Enter at least 2 characters.'),
)

export const search = endpoint({
  method: 'POST',
  path: '/api/search-users',
  access: 'creatorOrAdmin',
  summary: 'People whose name or address contains all search words, newest first; at most 20.',
  body: z.object({ query: personSearch }),
  reply: z.array(listedPerson),
})

export const blocked = endpoint({
  method: 'GET',
  path: '/api/blocked-users',
  access: 'creatorOrAdmin',
  summary: 'Blocked people, latest block first; `before` is the id of the last person read.',
  query: z.object({ before: z.optional(id) }),
  reply: z.array(listedPerson),
})

export const toggle = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/toggle-block',
  access: 'creatorOrAdmin',
  confirmed: true,
  summary:
    'Blocks or unblocks a person as `blocked` says, or toggles without it. Creators can block only subscribers and cannot end an admin’s block. Admins and oneself cannot be blocked.',
  params: byId,
  body: z.object({
    blocked: z.optional(z.boolean({ error: 'blocked must be true or false.' })),
    reason: z.optional(requiredText(blockReasonMax, 'Please say why.')),
    until: z.optional(z.nullable(z.iso.datetime({ error: 'The end must be a moment in UTC.' }))),
  }),
  reply: z.object({ user: listedPerson }),
})

export const suspension = endpoint({
  method: 'GET',
  path: '/api/suspension',
  access: 'signedIn',
  evenSuspended: true,
  beforeTwoFactor: true,
  summary: 'The reason and end of the viewer’s suspension; 404 when there is none.',
  reply: z.object(suspensionParts),
})
