import * as z from 'zod/mini'
import { emailAddress } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { byId, moment, requiredText } from './text.ts'

const standing = z.object({
  /** The change that waits for the link mailed to the new address. */
  change: z.nullable(z.object({ newEmail: z.string(), confirmBy: moment })),
})

const token = z
  .string({ error: 'This link is incomplete.' })
  .check(z.minLength(1, 'This link is incomplete.'), z.maxLength(200, 'This link is incomplete.'))

export const show = endpoint({
  method: 'GET',
  path: '/api/email-change',
  access: 'signedIn',
  summary: 'The change of one’s address that waits to be confirmed.',
  reply: standing,
})

export const ask = endpoint({
  method: 'POST',
  path: '/api/email-change',
  access: 'signedIn',
  confirmed: true,
  summary: 'Asks for another address: a link that confirms it is mailed there. One that is taken: 409.',
  body: z.object({ email: emailAddress }),
  reply: standing,
  status: 202,
})

export const cancel = endpoint({
  method: 'DELETE',
  path: '/api/email-change',
  access: 'signedIn',
  summary: 'Takes the request for another address back.',
  reply: standing,
})

export const confirm = endpoint({
  method: 'POST',
  path: '/api/email-change/confirm',
  access: 'public',
  summary:
    'Changes an address with the token mailed to the new one. Who is not signed in to the account has to give its password, unless an admin asked for the change.',
  body: z.object({ token, password: z.optional(z.string().check(z.minLength(1), z.maxLength(256))) }),
  reply: z.object({ message: z.string() }),
})

export const undo = endpoint({
  method: 'POST',
  path: '/api/email-change/undo',
  access: 'public',
  evenSuspended: true,
  summary:
    'Undoes a change within 72 hours with the token mailed to the former address: everybody is signed out and the password is void.',
  body: z.object({ token }),
  reply: z.object({ message: z.string() }),
})

/** Why an admin does something to an account. */
const staffReason = requiredText(1000, 'Please say how you know.')

export const correct = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/change-email',
  access: 'admin',
  confirmed: true,
  summary: 'Corrects a person’s address, with a reason: a link that confirms it is mailed to the new one.',
  params: byId,
  body: z.object({ email: emailAddress, reason: staffReason }),
  reply: z.object({ message: z.string() }),
  status: 202,
})
