import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { role } from './people.ts'
import { byId, id, moment, requiredText } from './text.ts'

export const blockReasonMax = 500

/** What people are blocked for, to choose from; what happened is said in words of one's own. */
export const blockReasons = [
  'Hurtful or threatening words',
  'Spam or advertising',
  'Sharing what is for members only',
  'Not who they say they are',
  'Trouble with payments',
  'Something else',
] as const

/** Why somebody is blocked and until when; without an end until somebody unblocks them. */
const suspensionParts = { reason: z.nullable(z.string()), until: z.nullable(moment) }

/** A person in a list of staff: `block` is the one that holds now, which only admins end where `isByAdmin`. */
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

/** Words of a name or an address, as people type them. */
export const personSearch = requiredText(200, 'Enter at least 2 characters.').check(
  z.minLength(2, 'Enter at least 2 characters.'),
)

export const search = endpoint({
  method: 'POST',
  path: '/api/search-users',
  access: 'creatorOrAdmin',
  summary: 'People whose names or address have all the words that were typed, the newest first; 20 at most.',
  body: z.object({ query: personSearch }),
  reply: z.array(listedPerson),
})

export const blocked = endpoint({
  method: 'GET',
  path: '/api/blocked-users',
  access: 'creatorOrAdmin',
  summary: 'Who is blocked, the last one blocked first; `before` is the id of the last one read.',
  query: z.object({ before: z.optional(id) }),
  reply: z.array(listedPerson),
})

export const toggle = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/toggle-block',
  access: 'creatorOrAdmin',
  confirmed: true,
  summary:
    'Blocks or unblocks a person: with `blocked` what it says, else the other way round. Creators block subscribers only, and end no block an admin made; nobody blocks an admin or themselves.',
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
  summary: 'Why the viewer is suspended and until when; 404 when they are not.',
  reply: z.object(suspensionParts),
})
