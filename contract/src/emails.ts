import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { byId, id, moment } from './text.ts'

/** `nextTryAt` is null when the site stores no text: the email contains a secret link, and its job retries. */
const entry = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  attempts: z.number(),
  problem: z.nullable(z.string()),
  writtenAt: moment,
  nextTryAt: z.nullable(moment),
})
export type EmailEntry = z.output<typeof entry>

const outbox = z.object({
  /** False when no mail server is configured and emails are written to files in the data folder. */
  hasServer: z.boolean(),
  waiting: z.number(),
  failed: z.number(),
  /** In the last seven days. */
  sent: z.number(),
  /** Failed emails, newest first, and emails waiting for a retry, the next one first; at most 50 each. */
  failedLetters: z.array(entry),
  lateLetters: z.array(entry),
})
export type Outbox = z.output<typeof outbox>

export const show = endpoint({
  method: 'GET',
  path: '/api/admin/mail',
  access: 'admin',
  summary: 'The state of the outbox: waiting and failed emails.',
  reply: outbox,
})

export const tryAgain = endpoint({
  method: 'POST',
  path: '/api/admin/mail/:id/try-again',
  access: 'admin',
  summary: 'Retries a failed email now.',
  params: byId,
  status: 204,
})

/** An example of a kind of email; `when` says when it is sent. */
const example = z.object({
  name: z.string(),
  when: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type ExampleEmail = z.output<typeof example>

export const exampleHtml = endpoint({
  method: 'GET',
  path: '/api/admin/mail/examples/:name',
  replyType: 'text/html',
  access: 'admin',
  summary: 'An example email as its recipient sees it, as a sandboxed page.',
  params: z.object({ name: z.string().check(z.maxLength(60)) }),
})

export const examples = endpoint({
  method: 'GET',
  path: '/api/admin/mail/examples',
  access: 'admin',
  summary: 'An example of every kind of email the site sends.',
  reply: z.array(example),
})
