import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { byId, id, moment, optionalText, requiredText } from './text.ts'

export const reasonMax = 200
export const maxNoteLength = 500

/** A balance check; amounts in cents, or a count of rows. */
export const balanceCheck = z.object({
  number: z.int(),
  name: z.string(),
  unit: z.enum(['cents', 'count']),
  left: z.object({ label: z.string(), value: z.int() }),
  right: z.object({ label: z.string(), value: z.int() }),
  difference: z.int(),
  holds: z.boolean(),
  /** The first violations: ids with a note. */
  rows: z.array(z.object({ id: z.string(), note: z.string() })),
})
export type BalanceCheck = z.output<typeof balanceCheck>

const booksReply = z.object({ checkedAt: z.nullable(moment), equations: z.array(balanceCheck) })
export type Books = z.output<typeof booksReply>

export const books = endpoint({
  method: 'GET',
  path: '/api/admin/books',
  access: 'admin',
  right: 'money:read',
  summary: 'The balance checks of the books as of the last run.',
  reply: booksReply,
})

export const checkBooks = endpoint({
  method: 'POST',
  path: '/api/admin/books/check',
  access: 'admin',
  summary: 'Runs the balance checks of the books.',
  reply: booksReply,
})

export const alertStates = ['open', 'resolved'] as const

export const alert = z.object({
  id,
  kind: z.string(),
  subject: z.string(),
  message: z.string(),
  count: z.int(),
  firstSeenAt: moment,
  lastSeenAt: moment,
  resolvedAt: z.nullable(moment),
  resolution: z.nullable(z.string()),
})
export type Alert = z.output<typeof alert>

export const alerts = endpoint({
  method: 'GET',
  path: '/api/admin/alerts',
  access: 'admin',
  summary: 'Alerts for admins, newest first; `before` is the id of the last one read.',
  query: z.object({ state: z.optional(z.enum(alertStates)), before: z.optional(id) }),
  reply: z.object({ alerts: z.array(alert), hasMore: z.boolean() }),
})

export const resolveAlert = endpoint({
  method: 'POST',
  path: '/api/admin/alerts/:id/resolve',
  access: 'admin',
  summary: 'Closes an alert with a note. Returns 409 when it is already closed.',
  params: byId,
  body: z.object({ note: requiredText(maxNoteLength, 'Say what was done.') }),
  reply: z.object({ alert }),
})

export const retryEvent = endpoint({
  method: 'POST',
  path: '/api/admin/alerts/:id/retry',
  access: 'admin',
  summary:
    'Retries the event of a `webhook-dead` alert and closes the alert. Returns 409 when there is nothing to retry.',
  params: byId,
  reply: z.object({ alert }),
})

export const paymentStates = ['paid', 'partly_refunded', 'refunded', 'disputed'] as const

/** A booked payment in cents: gross amount, provider fee, creator share, refunds and disputes. */
export const payment = z.object({
  id,
  kind: z.enum(['subscription', 'tip']),
  paidAt: moment,
  state: z.enum(paymentStates),
  grossCents: z.int(),
  feeCents: z.int(),
  creatorCents: z.int(),
  refundedCents: z.int(),
  /** Refunds requested here that are not booked yet. */
  pendingCents: z.int(),
  disputedCents: z.int(),
  /** The amount that can still be refunded. */
  refundableCents: z.int(),
  payer: z.nullable(z.object({ name: z.string(), email: z.string() })),
})
export type Payment = z.output<typeof payment>

export const payments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  access: 'admin',
  right: 'money:read',
  summary:
    'Payments in the books, newest first; `before` is the id of the last one read. `search`: beginnings of words of a name or address, or an id of the payment at the provider.',
  query: z.object({ before: z.optional(id), search: z.optional(optionalText(200)) }),
  reply: z.object({ payments: z.array(payment), hasMore: z.boolean() }),
})

export const refund = endpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/refund',
  access: 'admin',
  confirmed: true,
  summary:
    'Refunds a payment, the rest of it unless an amount is named. An Idempotency-Key header makes a repeat safe.',
  params: byId,
  body: z.object({
    amountCents: z.optional(
      z
        .number({ error: 'The amount must be a number of cents.' })
        .check(z.int('The amount must be whole cents.'), z.gte(1, 'Refund at least one cent.')),
    ),
    reason: z.optional(optionalText(reasonMax)),
  }),
  reply: z.object({
    amountCents: z.int(),
    /** `asked`: the provider has not responded yet; the refund is retried until it does. */
    state: z.enum(['asked', 'sent']),
  }),
  alsoStatus: [202],
})
