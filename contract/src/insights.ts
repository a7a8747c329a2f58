import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { month } from './month.ts'
import { id, moment, pageSize } from './text.ts'

/* Months are UTC months such as 2026-11-01; shares are fractions of 1. Values without enough data are null, never 0. */

const cents = z.int()
const count = z.int()
/** Null before the first count, when all figures except those of posts are empty. */
const countedAt = z.nullable(moment)

/** Reasons why the monthly recurring revenue changed; their sum is the change. */
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

/** Periods of the overview, in full calendar months; all but `last_month` end with the running one. */
export const periods = ['this_month', 'last_month', 'last_3_months', 'last_12_months', 'all'] as const
export type PeriodName = (typeof periods)[number]

/** A figure in a period next to the same figure before it. */
const compared = z.object({
  /** Null without enough data. */
  value: z.nullable(z.number()),
  /** Null where there is no full earlier period to compare with. */
  earlier: z.nullable(z.number()),
  /** `value` less `earlier`. */
  change: z.nullable(z.number()),
  /** `change` as a fraction of `earlier`; null unless `earlier` is positive, and for percentages. */
  ratio: z.nullable(z.number()),
  /** One value for each of `trendMonths`; empty for likes. */
  trend: z.array(z.nullable(z.number())),
})
export type Compared = z.output<typeof compared>

const comparison = z.object({
  name: z.enum(periods),
  from: month,
  through: month,
  /** While the period's last month is running, these end before `until`, on the same day. Null for all time. */
  earlier: z.nullable(z.object({ from: month, through: month, until: z.nullable(moment) })),
  /** Periods that the counted months reach back to. */
  available: z.array(z.enum(periods)),
  /** At most twelve months, ending with the period. */
  trendMonths: z.array(month),
  figures: z.object({
    /** At the end of the period; `earlier` is at its start. */
    subscribers: compared,
    posts: compared,
    likes: compared,
    /** Percentage for the posts published by then. */
    engagement: compared,
    /** During the period; `earlier` is during the earlier one. */
    newSubscribers: compared,
    /** What members paid, less refunds and disputes. */
    paidCents: compared,
    shareCents: compared,
    /** `paidCents` divided by the members at the end. */
    paidPerSubscriberCents: compared,
  }),
})
export type Comparison = z.output<typeof comparison>

/** Amounts are dollars, except in `period`; `engagementRate` is a percentage. */
export const overview = endpoint({
  method: 'GET',
  path: '/api/analytics',
  access: 'creator',
  summary: 'Current figures of the creator, revenue by month, and a period compared with the one before.',
  query: z.object({ period: z.optional(z.enum(periods, { error: 'There is no such period.' })) }),
  reply: z.object({
    /** The requested period; the running month by default. */
    period: comparison,
    /** Memberships of the club that count now: paid, and not refunded or disputed. */
    totalSubscribers: count,
    /** What members paid in the current month, less refunds and disputes. */
    monthlyRevenue: z.number(),
    /** The creator's own published posts; likes, comments and views refer to these. */
    totalPosts: count,
    totalLikes: count,
    /** Likes and comments per hundred views; null without views. */
    engagementRate: z.nullable(z.number()),
    /** People who became members for the first time in the current month. */
    newSubscribersThisMonth: count,
    /** Revenue of this month per subscriber; null without subscribers. */
    revenuePerSubscriber: z.nullable(z.number()),
    /** The last 24 months, oldest first: revenue net of refunds and disputes, and the creator's share. */
    revenueTrend: z.array(z.object({ month, gross: z.number(), net: z.number() })),
    /** False for a creator who does not receive the club's revenue: amounts are then 0 or null. */
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
  summary: 'Monthly recurring revenue and its movements, oldest first. `?format=csv` as a file.',
  query: z.object({ format: z.optional(z.literal('csv')) }),
  reply: z.object({
    /** The last 24 months since the first movement, ending with the current one. */
    months: z.array(
      z.object({
        month,
        startCents: cents,
        endCents: cents,
        membersAtStart: count,
        membersAtEnd: count,
        /** One entry per kind; churned cents are negative. */
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
  summary: 'Retention: members of each cohort at the end of each month since. `?format=csv` as a file.',
  query: z.object({ format: z.optional(z.literal('csv')) }),
  reply: z.object({
    /** `kept[0]` is the end of the cohort's own month; the last entry is the current month. */
    cohorts: z.array(z.object({ month, joined: count, kept: z.array(count) })),
    countedAt,
  }),
})
export type Retention = z.output<typeof retention.reply & {}>

export const lifetime = endpoint({
  method: 'GET',
  path: '/api/analytics/lifetime',
  access: 'creator',
  summary: 'Lifetime value, churn rate and ARPU. `?format=csv` as a file.',
  query: z.object({ format: z.optional(z.literal('csv')) }),
  reply: z.object({
    people: count,
    paidCents: cents,
    paidPerPersonCents: z.nullable(cents),
    /** Monthly churn rate over the covered months; null while too few members were lost. */
    monthlyLoss: z.nullable(z.number()),
    /** The covered months: up to 6 full months that started with a member. Null without one. */
    monthsCounted: count,
    from: z.nullable(month),
    through: z.nullable(month),
    /** Churned members of those months, less recovered payments. */
    lostInThem: count,
    /** Members at the start of each month, added up; the denominator of `monthlyLoss`. */
    membersAtStarts: count,
    /** Net revenue of those months, and the average members of each month, added up. */
    paidInThemCents: cents,
    memberMonths: z.number(),
    /** ARPU: net revenue per member and month. */
    revenuePerMemberCents: z.nullable(cents),
    /** Lifetime value: ARPU divided by `monthlyLoss`. */
    expectedCents: z.nullable(cents),
    countedAt,
  }),
})
export type Lifetime = z.output<typeof lifetime.reply & {}>

export const revenue = endpoint({
  method: 'GET',
  path: '/api/analytics/revenue',
  access: 'creator',
  summary: 'Revenue by month next to the payout statements. `?format=csv` as a file.',
  query: z.object({ format: z.optional(z.literal('csv')) }),
  reply: z.object({
    /** The creator's share of the current month so far. */
    thisMonthCents: cents,
    /** Twelve times the average of up to three last full months; null before the first. */
    yearlyProjectionCents: z.nullable(cents),
    monthsProjectedFrom: count,
    /** The range of those months; null before the first. */
    projectedFrom: z.nullable(month),
    projectedThrough: z.nullable(month),
    perSubscriberCents: z.nullable(cents),
    months: z.array(
      z.object({
        month,
        subscriptionCents: cents,
        tipCents: cents,
        /** Refunds and disputes, less restored ones. Positive only when restored in a later month. */
        takenBackCents: cents,
        grossCents: cents,
        creatorCents: cents,
        /** `lateCents` are on a later statement; negative when the statement includes an earlier month. */
        statement: z.nullable(z.object({ id, earnedCents: cents, lateCents: cents })),
      }),
    ),
    countedAt,
  }),
})
export type Revenue = z.output<typeof revenue.reply & {}>

export const tracedFigures = [
  'subscribers',
  'new_subscribers',
  'revenue',
  'posts',
  'likes',
  'new_likes',
  'comments',
  'views',
  'movements',
  'joined',
  'kept',
  'lost',
  'failed_payments',
] as const
export type TracedFigure = (typeof tracedFigures)[number]

const rowMoment = z.iso
  .datetime('A moment looks like 2026-11-04T12:00:00Z.')
  .check(z.regex(/^(?:19|20)/, 'A moment looks like 2026-11-04T12:00:00Z.'))

const traced = {
  figure: z.enum(tracedFigures, { error: 'There is no such figure.' }),
  /** Limits rows to one month, by the time of the event or publication. */
  month: z.optional(month),
  /** Limits rows to those up to the end of this month, starting at `month` or at the first row. */
  through: z.optional(month),
  /** Limits rows to this moment or later. */
  since: z.optional(rowMoment),
  /** Limits rows to those before this moment. */
  until: z.optional(rowMoment),
  /** Limits movements to one kind; ignored for other figures. */
  kind: z.optional(z.enum(movementKinds, { error: 'There is no such movement.' })),
  /** Limits movements and retained members to one cohort; ignored for other figures. */
  joined: z.optional(month),
}

const row = z.object({
  id,
  at: moment,
  /** The kind of a payment or movement, `membership`, or the title or excerpt of a post. */
  what: z.string(),
  /** The member; null for a deleted account and for rows without a person. */
  name: z.nullable(z.string()),
  /**
   * What the row adds: likes, or 1; -1 for a departure among retained, and a recovered payment among churned members.
   */
  count,
  /** The amount the row adds; null for figures without amounts. */
  amountCents: z.nullable(cents),
  /** The creator's share of a payment, refund or dispute. */
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
