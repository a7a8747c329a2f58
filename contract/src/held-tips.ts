import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { party } from './people.ts'
import { byId, id, moment, optionalText } from './text.ts'

/** The message of a paid tip that waits for approval, as moderators see it: without the amount. */
const heldTipMessage = z.object({
  id,
  message: z.string(),
  /** The watched words it contained when it was written. */
  words: z.array(z.string()),
  isOfNewMember: z.boolean(),
  createdAt: moment,
  user: party,
})
export type HeldTipMessage = z.output<typeof heldTipMessage>

export const queue = endpoint({
  method: 'GET',
  path: '/api/admin/held-tip-messages',
  access: 'moderator',
  summary: 'The oldest messages of paid tips that wait for approval, and how many wait.',
  reply: z.object({ messages: z.array(heldTipMessage), waiting: z.int() }),
})

export const approve = endpoint({
  method: 'POST',
  path: '/api/admin/held-tip-messages/:id/approval',
  access: 'moderator',
  summary: 'Shows the message of a tip to its recipient. Decided already: 404.',
  params: byId,
  status: 204,
})

export const reject = endpoint({
  method: 'POST',
  path: '/api/admin/held-tip-messages/:id/rejection',
  access: 'moderator',
  summary:
    'Deletes the message of a tip and emails its sender, with a note if there is one. Decided already: 404.',
  params: byId,
  body: z.object({ answer: z.optional(optionalText(1000)) }),
  status: 204,
})
