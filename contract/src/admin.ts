import * as z from 'zod/mini'
import { auditEntry } from './audit.ts'
import { listedPerson } from './blocks.ts'
import { endpoint } from './endpoint.ts'
import { payment } from './ledger.ts'
import { subscriptionStates } from './subscriptions.ts'
import { byId, id, moment, optionalText, pageNumber, pageSize } from './text.ts'

/** The totals of the club. `totalRevenue` is in dollars, like every price in the API. */
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

/** A user counts as active for this many days after a signed-in visit. */
export const activeWithinDays = 30

export const analytics = endpoint({
  method: 'GET',
  path: '/api/admin/analytics',
  access: 'admin',
  right: 'money:read',
  summary: 'Totals of people, posts, subscriptions and revenue after refunds.',
  reply: figures,
})

const adminPerson = z.extend(listedPerson, {
  createdAt: moment,
  subscriptionState: z.enum(subscriptionStates),
  /** The day of their last visit; null for never. */
  lastSeenAt: z.nullable(moment),
  /** What they paid for memberships and tips, less refunds and disputes. */
  paidCents: z.int(),
})
export type AdminPerson = z.output<typeof adminPerson>

/** The filters of the list: the states of a subscription (`complimentary` is the staff), and blocked people. */
export const peopleStates = [...subscriptionStates, 'blocked'] as const
export type PeopleState = (typeof peopleStates)[number]

/** The maximum value of `total` for a search or filter. */
export const maxCountedPeople = 10_000

/** The maximum length of the list without paging. */
export const usersPerPage = 100

export const users = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  right: 'members:read',
  summary: `All people, newest first. Without a query, an array of the newest ${usersPerPage} with a Link header to the rest; otherwise a page of \`limit\` (20) by number \`page\` or after the person \`before\`.`,
  query: z.object({
    page: z.optional(pageNumber),
    limit: z.optional(pageSize),
    search: z.optional(optionalText(200)),
    state: z.optional(z.enum(peopleStates)),
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
  /** The names of the actors; null if unknown, or if the block expired. */
  by: z.nullable(z.string()),
  endedBy: z.nullable(z.string()),
})

const counted = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ count: z.int(), latest: z.array(item) })

/** The latest few of each, newest first, with the count of all. */
const activity = z.object({
  payments: counted(payment),
  /** Tips they sent, including failed ones. */
  tips: counted(
    z.object({ id, amountCents: z.int(), message: z.nullable(z.string()), status: z.string(), at: moment }),
  ),
  comments: counted(z.object({ id, postId: id, content: z.string(), at: moment })),
  /** Emails to them that the outbox holds, without their text. */
  emails: counted(
    z.object({ id, subject: z.string(), state: z.enum(['waiting', 'sent', 'failed']), at: moment }),
  ),
  /** Moderation cases about what they wrote; `measure` is null until it is decided. */
  reports: z.extend(
    counted(
      z.object({
        id,
        kind: z.enum(['post', 'comment', 'tip']),
        measure: z.nullable(z.enum(['dismiss', 'remove', 'warn', 'block'])),
        at: moment,
      }),
    ),
    /** The number of reports they made. */
    { madeCount: z.int() },
  ),
  sessions: z.array(z.object({ id, device: z.string(), createdAt: moment, lastSeenAt: moment })),
})
export type PersonActivity = z.output<typeof activity>

const personDetail = z.extend(adminPerson, {
  isMainInfluencer: z.boolean(),
  hasTwoFactor: z.boolean(),
  hasPasskey: z.boolean(),
  secondStepRemovedAt: z.nullable(moment),
  sessionCount: z.int(),
  /** Browsers used in the last 30 days; many may indicate a shared password. */
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
      isRunning: z.boolean(),
    }),
  ),
  blocks: z.array(block),
  /** Until when they may not comment. */
  silencedUntil: z.nullable(moment),
  activity,
  /** Staff actions concerning them, newest first. */
  acts: z.array(auditEntry),
})
export type PersonDetail = z.output<typeof personDetail>

export const user = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'admin',
  right: 'members:read',
  summary: 'Everything an admin sees of one person. The view is recorded, at most once an hour.',
  params: byId,
  reply: personDetail,
})

export const sendPasswordLink = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/reset-password',
  access: 'admin',
  confirmed: true,
  summary: 'Emails a person a link to reset their password. Staff cannot see it.',
  params: byId,
  reply: z.object({ message: z.string() }),
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/cancel-subscription',
  access: 'admin',
  confirmed: true,
  summary:
    'Cancels a person’s subscription at the end of the paid month, or at once if it is unpaid. Already canceled: 200. Nothing to cancel: 409.',
  params: byId,
  reply: z.object({ message: z.string(), accessUntil: z.nullable(moment) }),
})
