import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { byId, id, moment } from './text.ts'

/**
 * A letter that has not left yet. `problem` is what the mail server said the last time. `nextTryAt` is null where the site
 * keeps no text to send again: such an email holds a secret link, and the job behind it tries again by itself.
 */
const letter = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  attempts: z.number(),
  problem: z.nullable(z.string()),
  writtenAt: moment,
  nextTryAt: z.nullable(moment),
})
export type EmailEntry = z.output<typeof letter>

const outbox = z.object({
  /** False where no mail server is configured, and letters are files in the data folder. */
  hasServer: z.boolean(),
  waiting: z.number(),
  failed: z.number(),
  /** Of the last seven days. */
  sent: z.number(),
  /** Given up, newest first, and waiting for another try, the next one first: at most 50 each. */
  failedLetters: z.array(letter),
  lateLetters: z.array(letter),
})
export type Outbox = z.output<typeof outbox>

export const show = endpoint({
  method: 'GET',
  path: '/api/admin/mail',
  access: 'admin',
  summary: 'How the outbox stands: what waits, and what could not be sent.',
  reply: outbox,
})

export const tryAgain = endpoint({
  method: 'POST',
  path: '/api/admin/mail/:id/try-again',
  access: 'admin',
  summary: 'Gives a letter that could not be sent its next try now.',
  params: byId,
  status: 204,
})

/** A kind of letter as an example: what it looks like, and when it is sent. */
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
  summary: 'One of them as its reader sees it: a page in which nothing runs.',
  params: z.object({ name: z.string().check(z.maxLength(60)) }),
})

export const examples = endpoint({
  method: 'GET',
  path: '/api/admin/mail/examples',
  access: 'admin',
  summary: 'Every kind of letter this site writes, with people and figures made up.',
  reply: z.array(example),
})
