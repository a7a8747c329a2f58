import * as z from 'zod/mini'
import { auditEntry } from './audit.ts'
import { listedPerson } from './blocks.ts'
import { endpoint } from './endpoint.ts'
import { subscriptionStates } from './subscriptions.ts'
import { byId, id, moment, optionalText, pageNumber, pageSize } from './text.ts'

/** The figures of the club. Counts, but `totalRevenue`, which is in dollars like every price that is sent. */
export const figures = z.object({
  totalUsers: z.int(),
  activeUsers: z.int(),
  totalPosts: z.int(),
  videoPosts: z.int(),
  imagePosts: z.int(),
  textPosts: z.int(),
  totalSubscriptions: z.int(),
  totalRevenue: z.number(),
})
export type AnalyticsTotals = z.output<typeof figures>

/** Somebody is active who was here, signed in, within this many days. */
export const activeWithinDays = 30

export const analytics = endpoint({
  method: 'GET',
  path: '/api/admin/analytics',
  access: 'admin',
  summary: 'How many people, posts and subscriptions there are, and what was paid less what was given back.',
  reply: figures,
})

const adminPerson = z.extend(listedPerson, {
  createdAt: moment,
  subscriptionState: z.enum(subscriptionStates),
  /** When they were here last, to a day; null for never. */
  lastSeenAt: z.nullable(moment),
})
export type AdminPerson = z.output<typeof adminPerson>

/** How far the people a search finds are counted: `total` says so many where there are more. */
export const maxCountedPeople = 10_000

/** How many people the list without a page holds at most. */
export const usersPerPage = 100

export const users = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: `Everybody, who came last first. Without a query the newest ${usersPerPage} as an array, with a Link header to the rest; else a page of \`limit\` (20): the one of number \`page\`, or what follows the person of id \`before\`.`,
  query: z.object({
    page: z.optional(pageNumber),
    limit: z.optional(pageSize),
    search: z.optional(optionalText(200)),
    before: z.optional(id),
  }),
  reply: z.union([
    z.array(adminPerson),
    z.object({ users: z.array(adminPerson), total: z.int(), hasMore: z.boolean() }),
  ]),
})

const block = z.object({
  id,
  reason: z.nullable(z.string()),
  startsAt: moment,
  until: z.nullable(moment),
  endedAt: z.nullable(moment),
  /** Who did it; null where that is not known, or where it ended by itself. */
  by: z.nullable(z.string()),
  endedBy: z.nullable(z.string()),
})

const personDetail = z.extend(adminPerson, {
  isMainInfluencer: z.boolean(),
  hasTwoFactor: z.boolean(),
  hasPasskey: z.boolean(),
  /** When the second step will be removed, because it was reported lost. */
  secondStepRemovedAt: z.nullable(moment),
  sessionCount: z.int(),
  /** Browsers they signed in with in the last 30 days; many of them may mean a shared password. */
  recentDevices: z.int(),
  hasProvenEmail: z.boolean(),
  commentCount: z.int(),
  postCount: z.int(),
  membership: z.nullable(
    z.object({
      status: z.string(),
      priceCents: z.int(),
      startedAt: moment,
      periodEnd: moment,
      cancelAt: z.nullable(moment),
      endedAt: z.nullable(moment),
      /** Whether there is something to cancel. */
      isRunning: z.boolean(),
    }),
  ),
  blocks: z.array(block),
  /** What staff did about them, the newest first. */
  acts: z.array(auditEntry),
})
export type PersonDetail = z.output<typeof personDetail>

export const user = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'admin',
  summary: 'All an admin sees of one person. That it was looked at is written down, once an hour.',
  params: byId,
  reply: personDetail,
})

export const sendPasswordLink = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/reset-password',
  access: 'admin',
  confirmed: true,
  summary: 'Mails a person the link to choose a new password. Nobody else gets to see it.',
  params: byId,
  reply: z.object({ message: z.string() }),
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/cancel-subscription',
  access: 'admin',
  confirmed: true,
  summary:
    'Cancels a person’s subscription: at the end of the month that is paid, or at once where it is not paid. Canceled already: 200. Nothing to cancel: 409.',
  params: byId,
  reply: z.object({ message: z.string(), accessUntil: z.nullable(moment) }),
})
