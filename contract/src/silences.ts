import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { party } from './people.ts'
import { byId, id, moment, requiredText } from './text.ts'

export const maxSilenceReason = 500
export const maxSilenceDays = 365

/** A person who may not comment, nor write a message with a tip, until a time. */
export const silence = z.object({
  id,
  person: party,
  reason: z.string(),
  startedAt: moment,
  until: moment,
  by: z.nullable(party),
})
export type Silence = z.output<typeof silence>

export const list = endpoint({
  method: 'GET',
  path: '/api/admin/silences',
  access: 'moderator',
  summary: 'The silences in force, the next to end first; at most 200.',
  reply: z.array(silence),
})

export const start = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/silence',
  access: 'moderator',
  summary:
    'Silences a member until a time, at most a year ahead, and emails them the reason. Replaces an earlier silence. The creator and the staff: 403.',
  params: byId,
  body: z.object({
    until: z.iso.datetime({ error: 'Please choose a date and a time.' }),
    reason: requiredText(maxSilenceReason, 'Please say why.'),
  }),
  reply: silence,
})

export const lift = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/silence',
  access: 'moderator',
  summary: 'Lifts the silence of a member before its end and emails them. Without one: 404.',
  params: byId,
  status: 204,
})
