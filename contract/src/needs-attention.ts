import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { moment } from './text.ts'

/** Counts stop here; a count that is not exact is at least this. */
export const maxCounted = 1000

/** A member counts as new for this many days. */
export const newForDays = 7

const waiting = z.object({
  count: z.int(),
  isExact: z.boolean(),
  /** When the oldest item arrived; null when there is none. */
  oldestAt: z.nullable(moment),
})

/** What needs a creator's attention. `failedPayments` and `newMembers` are null except for the main creator. */
export const needsAttention = z.object({
  /** Comments on their posts that they have not answered. */
  comments: waiting,
  /** Tips that arrived and that they have not hearted. */
  tips: waiting,
  /** Members with an unpaid month, and the total amount due. */
  failedPayments: z.nullable(z.object({ count: z.int(), dueCents: z.int() })),
  /** People who became members for the first time, `since` or later. */
  newMembers: z.nullable(z.object({ count: z.int(), since: moment })),
})
export type NeedsAttention = z.output<typeof needsAttention>

export const show = endpoint({
  method: 'GET',
  path: '/api/today',
  access: 'creator',
  summary: 'What needs the creator’s attention: comments, tips, failed payments and new members.',
  reply: needsAttention,
})

/** Counts of open work for admins. A moderator reads those of reports, appeals and held texts; the others are 0. */
export const openWork = z.object({
  reports: z.int(),
  /** Comments and messages of tips that wait for approval. */
  held: z.int(),
  appeals: z.int(),
  messages: z.int(),
  deletions: z.int(),
  /** Statements whose payout may be approved. */
  payouts: z.int(),
  emails: z.int(),
  media: z.int(),
  checks: z.int(),
  /** People on the waitlist who can be invited. */
  waitlist: z.int(),
})
export type OpenWork = z.output<typeof openWork>

export const forAdmin = endpoint({
  method: 'GET',
  path: '/api/admin/open-work',
  access: 'moderator',
  summary:
    'Counts of open work: reports, held texts, appeals, messages, deletions, payouts, emails, media, health checks and the waitlist.',
  reply: openWork,
})
