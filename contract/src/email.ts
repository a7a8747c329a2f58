import * as z from 'zod/mini'
import { emailAddress } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { byId, moment, requiredText } from './text.ts'

const standing = z.object({
  /** The change that waits for confirmation at the new address. */
  change: z.nullable(z.object({ newEmail: z.string(), confirmBy: moment })),
})

const token = z
  .string({ error: 'This link is incomplete.' })
  .check(z.minLength(1, 'This link is incomplete.'), z.maxLength(200, 'This link is incomplete.'))

export const show = endpoint({
  method: 'GET',
  path: '/api/email-change',
  access: 'signedIn',
  summary: 'The pending change of the viewer’s email address.',
  reply: standing,
})

export const ask = endpoint({
  method: 'POST',
  path: '/api/email-change',
  access: 'signedIn',
  confirmed: true,
  summary: 'Requests a new email address and sends a confirmation link there. A taken address: 409.',
  body: z.object({ email: emailAddress }),
  reply: standing,
  status: 202,
})

export const cancel = endpoint({
  method: 'DELETE',
  path: '/api/email-change',
  access: 'signedIn',
  summary: 'Cancels the pending change of the email address.',
  reply: standing,
})

export const confirm = endpoint({
  method: 'POST',
  path: '/api/email-change/confirm',
  access: 'public',
  summary:
    'Changes the address with the token emailed to the new one. A visitor who is not signed in to the account must give its password, unless an admin requested the change.',
  body: z.object({ token, password: z.optional(z.string().check(z.minLength(1), z.maxLength(256))) }),
  reply: z.object({ message: z.string() }),
})

export const undo = endpoint({
  method: 'POST',
  path: '/api/email-change/undo',
  access: 'public',
  evenSuspended: true,
  summary:
    'Undoes a change within 72 hours with the token emailed to the previous address. Ends all sessions and voids the password.',
  body: z.object({ token }),
  reply: z.object({ message: z.string() }),
})

/** The reason an admin gives for a change to an account. */
const staffReason = requiredText(1000, 'Please say how you know.')

export const correct = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/change-email',
  access: 'admin',
  confirmed: true,
  summary: 'Corrects a person’s email address, with a reason, and sends a confirmation link to the new one.',
  params: byId,
  body: z.object({ email: emailAddress, reason: staffReason }),
  reply: z.object({ message: z.string() }),
  status: 202,
})
