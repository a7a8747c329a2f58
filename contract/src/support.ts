import * as z from 'zod/mini'
import { emailAddress } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { requiredText } from './text.ts'

export const contact = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  evenSuspended: true,
  summary: 'Sends a message to the support mailbox.',
  body: z.object({
    name: requiredText(120, 'Please enter your name.'),
    email: emailAddress,
    message: requiredText(5000, 'Please enter a message.'),
  }),
  reply: z.object({ message: z.string() }),
  status: 202,
})
