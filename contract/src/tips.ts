import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { party } from './people.ts'
import { byId, id, moment, optionalText, pageNumber, pageSize } from './text.ts'

export const tipMessageMax = 500

export const tip = z.object({
  id,
  amount: z.number(),
  status: z.enum(['pending', 'processing', 'requires_action', 'completed', 'failed']),
  message: z.nullable(z.string()),
  /** A message that waits for approval; only its sender sees it, in the list of sent tips. */
  heldMessage: z.optional(z.string()),
  postId: z.nullable(id),
  isAcknowledged: z.boolean(),
  createdAt: moment,
  fromUser: z.optional(party),
  toUser: z.optional(party),
})
export type Tip = z.output<typeof tip>

export const cardInfo = z.object({ brand: z.string(), last4: z.string() })

export const send = endpoint({
  method: 'POST',
  path: '/api/tips/create-payment-intent',
  access: 'payingMember',
  summary: 'Sends a tip from the saved payment method. An Idempotency-Key header makes a repeat safe.',
  body: z.object({
    amount: z.number({ error: 'A tip is 5 dollars.' }),
    message: z.optional(optionalText(tipMessageMax)),
    toUserId: z.optional(id),
  }),
  reply: z.object({
    tip,
    cardInfo: z.nullable(cardInfo),
    status: tip.shape.status,
    clientSecret: z.optional(z.nullable(z.string())),
  }),
  alsoStatus: [202],
})

export const method = endpoint({
  method: 'GET',
  path: '/api/tips/payment-method',
  access: 'payingMember',
  summary:
    'The saved payment method a tip is charged to, as the provider knows it; null where there is none.',
  reply: z.object({ method: z.nullable(cardInfo) }),
})

export const refresh = endpoint({
  method: 'POST',
  path: '/api/tips/:id/refresh',
  access: 'subscriber',
  summary: 'Refreshes the state of a tip from the provider.',
  params: byId,
  reply: z.object({ tip, status: tip.shape.status }),
})

const tipPage = z.object({ tips: z.array(tip), hasMore: z.boolean(), total: z.number() })

export const tipFilters = ['most_recent', 'latest', 'all'] as const
export type TipFilter = (typeof tipFilters)[number]

export const received = endpoint({
  method: 'GET',
  path: '/api/tips/received',
  access: 'creatorOrAdmin',
  summary: 'Tips the creator received.',
  query: z.object({
    page: z.optional(pageNumber),
    limit: z.optional(pageSize),
    search: z.optional(optionalText(200)),
    filter: z.optional(z.enum(tipFilters)),
  }),
  /**
   * A search without three letters or digits in a row finds words in the newest tips only; then this is their number.
   */
  reply: z.extend(tipPage, { searchedNewest: z.optional(z.number()) }),
})

export const sent = endpoint({
  method: 'GET',
  path: '/api/tips/sent',
  access: 'subscriber',
  summary: 'Tips the viewer sent, newest first.',
  query: z.object({ page: z.optional(pageNumber), limit: z.optional(pageSize) }),
  reply: tipPage,
})

export const acknowledge = endpoint({
  method: 'POST',
  path: '/api/tips/:id/acknowledge',
  access: 'creator',
  summary: 'Acknowledges a tip; repeating it changes nothing.',
  params: byId,
  reply: z.object({ tip }),
})
