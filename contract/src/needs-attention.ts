import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { moment } from './text.ts'

/** From here on what waits is no longer counted one by one: a count that is not exact is at least this. */
export const maxCounted = 1000

/** For how many days somebody who joined counts as new. */
export const newForDays = 7

const waiting = z.object({
  count: z.int(),
  isExact: z.boolean(),
  /** Since when the one waits that waits longest; null when nothing does. */
  oldestAt: z.nullable(moment),
})

/** What needs a creator. `failedPayments` and `newMembers` are null for a creator the club's money is not for. */
export const needsAttention = z.object({
  /** Comments on their posts that they have not answered. */
  comments: waiting,
  /** Tips that arrived and that they have not hearted. */
  tips: waiting,
  /** Members whose month is due and unpaid, and what their bills still ask for. */
  failedPayments: z.nullable(z.object({ count: z.int(), dueCents: z.int() })),
  /** People who became members for the first time, `since` or later. */
  newMembers: z.nullable(z.object({ count: z.int(), since: moment })),
})
export type NeedsAttention = z.output<typeof needsAttention>

export const show = endpoint({
  method: 'GET',
  path: '/api/today',
  access: 'creator',
  summary: 'What needs the creator today: comments, tips to heart, failed payments, and who is new.',
  reply: needsAttention,
})

/** What waits for an admin; each is a count. */
export const openWork = z.object({
  /** Reported things that nobody has decided about. */
  reports: z.int(),
  /** Appeals against a decision. */
  appeals: z.int(),
  /** Messages to support that are neither answered nor closed. */
  messages: z.int(),
  /** Requests to be deleted that are under way. */
  deletions: z.int(),
  /** Statements whose payout may be approved. */
  payouts: z.int(),
})
export type OpenWork = z.output<typeof openWork>

export const forAdmin = endpoint({
  method: 'GET',
  path: '/api/admin/open-work',
  access: 'admin',
  summary: 'What waits for an admin: reports, appeals, messages to support, deletions and payouts.',
  reply: openWork,
})
