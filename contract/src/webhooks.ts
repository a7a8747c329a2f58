import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { byId, id, moment } from './text.ts'

export const webhookEvents = [
  'member.joined',
  'member.left',
  'payment.received',
  'payment.refunded',
  'post.published',
  'comment.created',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

const url = z
  .string({ error: 'Enter an address.' })
  .check(z.trim(), z.minLength(1, 'Enter an address.'), z.maxLength(500, 'Use at most 500 characters.'))

export const webhookForm = z.object({
  url,
  events: z
    .array(z.enum(webhookEvents))
    .check(
      z.minLength(1, 'Choose at least one event.'),
      z.maxLength(webhookEvents.length, 'Choose each event once.'),
    ),
  /** Whether events about a member contain the member's email address. */
  includesEmail: z.boolean(),
})
export type WebhookForm = z.output<typeof webhookForm>

/** `failingSince` is the first of the failed attempts since the last success. */
const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  includesEmail: z.boolean(),
  state: z.enum(['on', 'off', 'disabled']),
  createdAt: moment,
  failingSince: z.nullable(moment),
  /** Until when deliveries are also signed with the previous secret. */
  previousSecretUntil: z.nullable(moment),
  waiting: z.int(),
  failed: z.int(),
})
export type Webhook = z.output<typeof webhook>

export const list = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  access: 'admin',
  summary: 'The webhooks, newest first, with the number of deliveries that wait or failed.',
  reply: z.object({ webhooks: z.array(webhook) }),
})

const made = z.object({ id, secret: z.string() })

export const create = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks',
  access: 'admin',
  confirmed: true,
  summary: 'Makes a webhook and returns its signing secret, which is shown this once.',
  body: webhookForm,
  reply: made,
  status: 201,
})

export const change = endpoint({
  method: 'PUT',
  path: '/api/admin/webhooks/:id',
  access: 'admin',
  confirmed: true,
  summary: 'Changes the address of a webhook, its events, or whether they contain email addresses.',
  params: byId,
  body: webhookForm,
  status: 204,
})

export const rotateSecret = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/secret',
  access: 'admin',
  confirmed: true,
  summary: 'Makes a new signing secret. For a day, deliveries are signed with the previous one as well.',
  params: byId,
  reply: made,
})

export const setState = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/state',
  access: 'admin',
  summary: 'Switches a webhook on or off. What waits is sent once it is on again; events in between are not.',
  params: byId,
  body: z.object({ isOn: z.boolean() }),
  status: 204,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/:id',
  access: 'admin',
  summary: 'Deletes a webhook and its deliveries.',
  params: byId,
  status: 204,
})

/** `problem` is the reason of the last failure, `responseStatus` null when there was no response. */
const delivery = z.object({
  id,
  /** The same in every attempt, as the header `webhook-id`. */
  eventId: id,
  type: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  happenedAt: moment,
  attempts: z.int(),
  lastAttemptAt: z.nullable(moment),
  nextAttemptAt: z.nullable(moment),
  responseStatus: z.nullable(z.int()),
  problem: z.nullable(z.string()),
})
export type WebhookDelivery = z.output<typeof delivery>

export const sendTest = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/test',
  access: 'admin',
  summary: 'Sends a webhook the event `test` now and returns the outcome.',
  params: byId,
  reply: delivery,
})

export const deliveries = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks/:id/deliveries',
  access: 'admin',
  summary:
    'The deliveries of a webhook in the last 30 days, newest first; `before` is the id of the last one read.',
  params: byId,
  query: z.object({ before: z.optional(id), state: z.optional(delivery.shape.state) }),
  reply: z.object({ deliveries: z.array(delivery), hasMore: z.boolean() }),
})

export const replay = endpoint({
  method: 'POST',
  path: '/api/admin/webhook-deliveries/:id/replay',
  access: 'admin',
  summary:
    'Sends a delivery again within a minute, with the same id. A delivery that waits is tried at once.',
  params: byId,
  status: 204,
})
