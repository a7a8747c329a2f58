import * as z from 'zod/mini'
import { emailAddress } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { personName } from './names.ts'
import { party } from './people.ts'
import { byId, id, moment, optionalText, pageSize, requiredText } from './text.ts'

export const contact = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  evenSuspended: true,
  summary: 'Sends a message to the support mailbox.',
  body: z.object({
    name: personName(120, 'Please enter your name.'),
    email: emailAddress,
    message: requiredText(5000, 'Please enter a message.'),
  }),
  reply: z.object({ message: z.string() }),
  status: 202,
})

/** A message from the viewer's address, with its answers, oldest first. */
const ownMessage = z.object({
  id,
  message: z.string(),
  createdAt: moment,
  isOpen: z.boolean(),
  answers: z.array(z.object({ id, text: z.string(), createdAt: moment })),
})
export type OwnMessage = z.output<typeof ownMessage>

export const mine = endpoint({
  method: 'GET',
  path: '/api/support',
  access: 'signedIn',
  provenEmail: true,
  summary: 'The last 20 messages to support from my address, newest first, with their answers.',
  reply: z.object({ messages: z.array(ownMessage) }),
})

export const supportStates = ['open', 'closed'] as const
export type SupportState = (typeof supportStates)[number]

/** A message to support with the number of answers. */
export const supportMessage = z.object({
  id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: moment,
  isOpen: z.boolean(),
  answersCount: z.number(),
})
export type SupportMessage = z.output<typeof supportMessage>

/** A message with its answers (oldest first), the member with that address, and the last 20 other messages from it. */
export const supportThread = z.extend(supportMessage, {
  answers: z.array(z.object({ id, text: z.string(), createdAt: moment, by: z.nullable(party) })),
  member: z.nullable(party),
  others: z.array(supportMessage),
})
export type SupportThread = z.output<typeof supportThread>

export const messages = endpoint({
  method: 'GET',
  path: '/api/admin/support',
  access: 'admin',
  summary:
    'Support messages: open ones oldest first, closed ones newest first; `after` is the id of the last message read.',
  query: z.object({
    state: z.optional(z.enum(supportStates)),
    search: z.optional(optionalText(200)),
    after: z.optional(id),
    limit: z.optional(pageSize),
  }),
  reply: z.object({ messages: z.array(supportMessage), hasMore: z.boolean() }),
})

export const show = endpoint({
  method: 'GET',
  path: '/api/admin/support/:id',
  access: 'admin',
  summary: 'One support message with its answers and other messages from the same address.',
  params: byId,
  reply: supportThread,
})

export const maxAnswerLength = 5000

export const answer = endpoint({
  method: 'POST',
  path: '/api/admin/support/:id/answers',
  access: 'admin',
  summary: 'Emails an answer to the sender and closes the message. Idempotent per `clientId`.',
  params: byId,
  body: z.object({
    text: requiredText(maxAnswerLength, 'Please write an answer.'),
    clientId: z.uuid('This answer has no valid number. Please write it again.'),
  }),
  reply: supportThread,
})

export const setState = endpoint({
  method: 'PUT',
  path: '/api/admin/support/:id/state',
  access: 'admin',
  summary: 'Closes a message without an answer, or reopens it. Idempotent.',
  params: byId,
  body: z.object({ state: z.enum(supportStates, { error: 'Choose open or closed.' }) }),
  reply: supportThread,
})
