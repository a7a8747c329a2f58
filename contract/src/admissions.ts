import * as z from 'zod/mini'
import { emailAddress } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, moment, optionalLine, requiredText } from './text.ts'

const limit = z
  .int('The limit must be a whole number from 1.')
  .check(
    z.gte(1, 'The limit must be a whole number from 1.'),
    z.lte(1_000_000, 'The limit must be at most 1000000.'),
  )

export const newGateCode = z.object({
  name: requiredText(80, 'Enter a name.'),
  code: z
    .string({ error: 'Enter a code.' })
    .check(
      z.trim(),
      z.toLowerCase(),
      z.regex(/^[a-z0-9-]{4,40}$/, 'Use 4 to 40 letters, digits and dashes.'),
    ),
  campaign: optionalLine(80),
  maxUses: z.nullable(limit),
  expiresAt: z.nullable(moment),
})
export type NewGateCode = z.output<typeof newGateCode>

const gateCode = z.object({
  id,
  name: z.string(),
  code: z.string(),
  campaign: z.string(),
  maxUses: z.nullable(z.int()),
  uses: z.int(),
  expiresAt: z.nullable(moment),
  state: z.enum(['active', 'used_up', 'expired', 'ended']),
  createdAt: moment,
})
export type GateCode = z.output<typeof gateCode>

const wave = z.object({
  number: z.int(),
  invitedAt: moment,
  invited: z.int(),
  /** How many have opened the gate with their invitation. */
  entered: z.int(),
})

/** `isOn` is false on a site without a gate. `unconfirmed` people have not followed their link yet. */
const admissions = z.object({
  isOn: z.boolean(),
  opensAt: z.nullable(moment),
  hasWaitlist: z.boolean(),
  codes: z.array(gateCode),
  waiting: z.int(),
  unconfirmed: z.int(),
  waves: z.array(wave),
})
export type Admissions = z.output<typeof admissions>

export const show = endpoint({
  method: 'GET',
  path: '/api/admin/gate',
  access: 'admin',
  right: 'gate:manage',
  summary: 'The gate: its opening time, its codes with their uses, and the waitlist.',
  reply: admissions,
})

export const gateSettings = z.object({ opensAt: z.nullable(moment), hasWaitlist: z.boolean() })

export const change = endpoint({
  method: 'PUT',
  path: '/api/admin/gate',
  access: 'admin',
  summary: 'Sets the opening time of the gate, and whether visitors may join the waitlist.',
  body: gateSettings,
  status: 204,
})

export const createCode = endpoint({
  method: 'POST',
  path: '/api/admin/gate/codes',
  access: 'admin',
  right: 'gate:manage',
  summary: 'Makes a code that opens the gate. A code that exists already, also an ended one: 409.',
  body: newGateCode,
  status: 201,
})

export const endCode = endpoint({
  method: 'POST',
  path: '/api/admin/gate/codes/:id/end',
  access: 'admin',
  right: 'gate:manage',
  summary: 'Ends a code of the gate for good. Browsers that have entered stay in until they are closed.',
  params: byId,
  status: 204,
})

const waiting = z.object({
  id,
  email: z.string(),
  state: z.enum(['unconfirmed', 'waiting', 'invited', 'entered']),
  /** The place among those who wait; null for everyone else. */
  position: z.nullable(z.int()),
  joinedAt: moment,
})
export type Waiting = z.output<typeof waiting>

export const waitlist = endpoint({
  method: 'GET',
  path: '/api/admin/waitlist',
  access: 'admin',
  summary: 'The waitlist, first come first; `after` is the id of the last entry read.',
  query: z.object({ after: z.optional(id) }),
  reply: z.object({ people: z.array(waiting), hasMore: z.boolean() }),
})

export const inviteWave = endpoint({
  method: 'POST',
  path: '/api/admin/waitlist/invite',
  access: 'admin',
  summary: 'Invites the next people of the waitlist by email and returns how many they are.',
  body: z.object({
    count: z
      .int('Enter how many people to invite.')
      .check(
        z.gte(1, 'Enter how many people to invite.'),
        z.lte(1000, 'Invite at most 1000 people at once.'),
      ),
  }),
  reply: z.object({ invited: z.int() }),
})

export const removeWaiting = endpoint({
  method: 'DELETE',
  path: '/api/admin/waitlist/:id',
  access: 'admin',
  summary: 'Deletes an address from the waitlist.',
  params: byId,
  status: 204,
})

export const waitlistForm = z.object({ email: emailAddress })

export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist',
  access: 'public',
  summary: 'Emails a link that puts an address on the waitlist. Every address gets the same reply.',
  body: waitlistForm,
  reply: z.object({ message: z.string() }),
  status: 202,
})

const token = z
  .string({ error: 'This link is incomplete.' })
  .check(z.minLength(1, 'This link is incomplete.'), z.maxLength(200, 'This link is incomplete.'))

/** `position` is null for people who are invited: the call has opened the gate for this browser. */
const place = z.object({ email: z.string(), position: z.nullable(z.int()) })
export type Place = z.output<typeof place>

export const confirmPlace = endpoint({
  method: 'POST',
  path: '/api/waitlist/place',
  access: 'public',
  summary: 'Confirms an address with its link and returns its place. An invitation opens the gate.',
  body: z.object({ token }),
  reply: place,
})

export const leaveWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist/leave',
  access: 'public',
  summary: 'Deletes the address of a link from the waitlist.',
  body: z.object({ token }),
  status: 204,
})
