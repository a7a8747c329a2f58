import type { TracedRow } from '@touchline/contract/insights.ts'
import { formatDollars } from '#ui/dollars.ts'
import { movements } from './definitions.ts'

/** 1299 as `$12.99`. */
export const inDollars = (cents: number) => formatDollars(cents / 100)

/** The same with its direction: `+$12.99`. */
export const asChange = (cents: number) => `${cents > 0 ? '+' : ''}${inDollars(cents)}`

/** The same, or null for what there is not enough to say. */
export const formatOrNull = <Value>(value: Value | null, words: (value: Value) => string) =>
  value === null ? null : words(value)

const whole = new Intl.NumberFormat('en-US')
export const inNumbers = (count: number) => whole.format(count)

const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
})

/** For the axis of a chart: 120000 cents as `$1.2K`. */
export const inFewDollars = (cents: number) => short.format(cents / 100)

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** A part of one as `8.3%`. */
export const inPercent = (part: number) => `${tenths.format(part * 100)}%`

/** 1 as `1 member`. */
export const inMembers = (count: number) => `${whole.format(count)} ${count === 1 ? 'member' : 'members'}`

/** 1 as `1 month`. */
export const inMonths = (count: number) => `${count} ${count === 1 ? 'month' : 'months'}`

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** A month like 2026-10-01 as `Oct`, the first of a year as `Jan 27`. */
export function shortMonth(month: string): string {
  const name = monthName.format(new Date(month))
  return month.slice(5, 7) === '01' ? `${name} ${month.slice(2, 4)}` : name
}

/** The month that runs at a moment (in ms). */
export const monthAt = (now: number) => `${new Date(now).toISOString().slice(0, 7)}-01`

/** How long ago the figures were counted. */
export function countedText(at: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000))
  if (seconds < 5) return 'Counted just now'
  if (seconds < 60) return 'Counted a few seconds ago'
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `Counted ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
  const hours = Math.floor(minutes / 60)
  return `Counted ${hours} ${hours === 1 ? 'hour' : 'hours'} ago`
}

const names = new Map<string, string>([
  ['subscription', 'Membership'],
  ['membership', 'Membership'],
  ['failed_payment', 'Failed payment'],
  ['tip', 'Tip'],
  ['refund', 'Refund'],
  ['refund_failed', 'Refund that came back'],
  ['dispute', 'Disputed payment'],
  ['dispute_reversed', 'Dispute won'],
  ...Object.entries(movements).map(([kind, { name }]) => [kind, name] as const),
])

/** What a row is: a payment or a movement by its name, a post by its own words. */
export const rowText = ({ what, postId }: Pick<TracedRow, 'what' | 'postId'>) =>
  postId ? what : (names.get(what) ?? what)

/** The month’s statement beside the books: what of the month stands in another one. */
export const lateText = (cents: number) =>
  cents === 0
    ? null
    : cents > 0
      ? `${inDollars(cents)} of this month stand in a later statement.`
      : `${inDollars(-cents)} of an earlier month stand in it.`
