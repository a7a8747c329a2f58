import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { month } from './month.ts'
import { id, moment, pageSize } from './text.ts'

/*
 * A creator's numbers, each counted from rows. Months are months of UTC and look like 2026-11-01, as in the statements
 * of payouts. Amounts are whole cents where the name says so; shares are parts of one. What there is not enough to say
 * is null, never 0.
 */

const cents = z.int()
const count = z.int()
/**
 * When what is counted ahead was counted last; null in the first minute of a club, before it ever was: then all but the
 * figures of posts are empty, and say nothing.
 */
const countedAt = z.nullable(moment)

/** Why the recurring revenue of a month changed; their sum is the change. */
export const movementKinds = [
  'new',
  'returning',
  'recovered',
  'repriced',
  'lost_by_choice',
  'lost_by_failed_payment',
  'taken_back',
] as const
export type MovementKind = (typeof movementKinds)[number]

/** The seed's figures: amounts of these are dollars, like every price that is sent; `engagementRate` is a percentage. */
export const overview = endpoint({
  method: 'GET',
  path: '/api/analytics',
  access: 'creator',
  summary: 'The creator’s figures of this moment, and what came in by month.',
  reply: z.object({
    /** Memberships that count at this moment: paid, and nothing of it taken back. The club's, whoever asks. */
    totalSubscribers: count,
    /** What members paid in the running month, less what was given back in it. */
    monthlyRevenue: z.number(),
    /** The creator's own that are shown; likes, comments and views are those of these posts. */
    totalPosts: count,
    totalLikes: count,
    /** Likes and comments of a hundred views; null without a view. */
    engagementRate: z.nullable(z.number()),
    /** Who became a member for the first time in the running month. */
    newSubscribersThisMonth: count,
    /** This month's revenue by subscriber; null without one. */
    revenuePerSubscriber: z.nullable(z.number()),
    /** The last 24 months, oldest first, the running one last: what was paid less what was given back, and the creator's part of it. */
    revenueTrend: z.array(z.object({ month, gross: z.number(), net: z.number() })),
    /** False for a creator the club's money is not for: what concerns money is 0 or null then. */
    earnsHere: z.boolean(),
    countedAt,
  }),
})
export type Overview = z.output<typeof overview.reply & {}>

const part = z.object({ count, cents })

export const recurring = endpoint({
  method: 'GET',
  path: '/api/analytics/recurring',
  access: 'creator',
  summary: 'Monthly recurring revenue and what moved it, by month, oldest first. `?format=csv` as a file.',
  query: z.object({ format: z.optional(z.literal('csv')) }),
  reply: z.object({
    /** The last 24, from the first in which anything moved; the running one is last, as it stands. */
    months: z.array(
      z.object({
        month,
        startCents: cents,
        endCents: cents,
        membersAtStart: count,
        membersAtEnd: count,
        /** One of every kind; the cents of what is lost are negative. */
        movements: z.record(z.enum(movementKinds), part),
      }),
    ),
    countedAt,
  }),
})
export type Recurring = z.output<typeof recurring.reply & {}>

export const retention = endpoint({
  method: 'GET',
  path: '/api/analytics/retention',
  access: 'creator',
  summary:
    'Of those who joined in a month, how many were members at the end of each month since. `?format=csv` as a file.',
  query: z.object({ format: z.optional(z.literal('csv')) }),
  reply: z.object({
    /** `kept[0]` is the end of the month they joined in; the last is the running month as it stands. */
    cohorts: z.array(z.object({ month, joined: count, kept: z.array(count) })),
    countedAt,
  }),
})
export type Retention = z.output<typeof retention.reply & {}>

export const lifetime = endpoint({
  method: 'GET',
  path: '/api/analytics/lifetime',
  access: 'creator',
  summary:
    'What a member has brought so far, and what one can be expected to bring. `?format=csv` as a file.',
  query: z.object({ format: z.optional(z.literal('csv')) }),
  reply: z.object({
    /** Everybody who was ever a member. */
    people: count,
    /** What they paid less what was given back. */
    paidCents: cents,
    paidPerPersonCents: z.nullable(cents),
    /** Part of the members at its start lost in a month, over the full months that count; null while too few were lost. */
    monthlyLoss: z.nullable(z.number()),
    /** The last full months that began with a member, 6 at most, and from which to which they are; null without one. */
    monthsCounted: count,
    from: z.nullable(month),
    through: z.nullable(month),
    /** Who left in them, failed to pay or got their money back, less those whose payment was made good. */
    lostInThem: count,
    /** How many members there were at the start of each of them, added up: `monthlyLoss` is a part of these. */
    membersAtStarts: count,
    /** What was paid in them, less what was given back, and by how many: the mean of start and end of each, added up. */
    paidInThemCents: cents,
    memberMonths: z.number(),
    /** What a member paid a month in them, less what was given back. */
    revenuePerMemberCents: z.nullable(cents),
    /** That for as many months as a member stays: divided by `monthlyLoss`. */
    expectedCents: z.nullable(cents),
    countedAt,
  }),
})
export type Lifetime = z.output<typeof lifetime.reply & {}>

export const revenue = endpoint({
  method: 'GET',
  path: '/api/analytics/revenue',
  access: 'creator',
  summary: 'Revenue by month from the books, beside the statements of payouts. `?format=csv` as a file.',
  query: z.object({ format: z.optional(z.literal('csv')) }),
  reply: z.object({
    /** This month's so far, as the creator's part. */
    thisMonthCents: cents,
    /** Twelve times the mean of the last three full months, or of as many as there are; null before the first. */
    yearlyProjectionCents: z.nullable(cents),
    monthsProjectedFrom: count,
    /** From which to which months these are; null before the first. */
    projectedFrom: z.nullable(month),
    projectedThrough: z.nullable(month),
    perSubscriberCents: z.nullable(cents),
    months: z.array(
      z.object({
        month,
        subscriptionCents: cents,
        tipCents: cents,
        /** Refunds and disputes, less those that came back: not above 0, save for one that came back in a later month. */
        takenBackCents: cents,
        grossCents: cents,
        creatorCents: cents,
        /** The month's statement; `lateCents` of the month stand in a later one, or less than 0 of an earlier month in this. */
        statement: z.nullable(z.object({ id, earnedCents: cents, lateCents: cents })),
      }),
    ),
    countedAt,
  }),
})
export type Revenue = z.output<typeof revenue.reply & {}>

/** Figures whose rows can be looked at. */
export const tracedFigures = [
  'subscribers',
  'new_subscribers',
  'revenue',
  'posts',
  'likes',
  'comments',
  'views',
  'movements',
  'joined',
  'kept',
  'lost',
  'failed_payments',
] as const
export type TracedFigure = (typeof tracedFigures)[number]

const traced = {
  figure: z.enum(tracedFigures, { error: 'There is no such figure.' }),
  /** Rows of one month only: that in which it happened, or a post was published. */
  month: z.optional(month),
  /** Rows up to the end of this month: from `month` on, or from the first row there is. */
  through: z.optional(month),
  /** Rows of this moment or later only. */
  since: z.optional(
    z.iso
      .datetime('A moment looks like 2026-11-04T12:00:00Z.')
      .check(z.regex(/^(?:19|20)/, 'A moment looks like 2026-11-04T12:00:00Z.')),
  ),
  /** Movements of one kind only; says nothing of other figures. */
  kind: z.optional(z.enum(movementKinds, { error: 'There is no such movement.' })),
  /** Movements and who was kept of those only who first came in this month; says nothing of other figures. */
  joined: z.optional(month),
}

const row = z.object({
  id,
  at: moment,
  /** What it is: the kind of a payment or a movement, `membership`, a post's title or how it begins. */
  what: z.string(),
  /** Whom it is of; null for somebody whose account was deleted, and where it is of nobody. */
  name: z.nullable(z.string()),
  /**
   * How many pieces it adds to the figure: the likes of a post, 1 for a payment, a membership, a movement; -1 for a
   * member who went among those who were kept, and for one who came back among those who were lost.
   */
  count,
  /** What it adds in money: paid, given back, or by how much a month grew. Null where the figure is none of money. */
  amountCents: z.nullable(cents),
  /** The creator's part of that, for money that moved. */
  creatorCents: z.nullable(cents),
  postId: z.nullable(id),
})
export type TracedRow = z.output<typeof row>

export const rows = endpoint({
  method: 'GET',
  path: '/api/analytics/rows',
  access: 'creator',
  summary: 'The rows a figure is counted from, newest first.',
  query: z.object({
    ...traced,
    before: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(pageSize),
  }),
  reply: z.object({ rows: z.array(row), next: z.nullable(z.string()) }),
})

export const rowsCsv = endpoint({
  method: 'GET',
  path: '/api/analytics/rows/csv',
  replyType: 'text/csv',
  access: 'creator',
  summary: 'The same rows, all of them, as a CSV file (RFC 4180).',
  query: z.object(traced),
})
