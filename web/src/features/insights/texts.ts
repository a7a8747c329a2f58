import type { TracedRow } from '@touchline/contract/insights.ts'
import { formatDollars } from '#ui/dollars.ts'
import { movements } from './definitions.ts'

/** 1299 as `$12.99`. */
export const inDollars = (cents: number) => formatDollars(cents / 100)

/** 1299 with a sign: `+$12.99`. */
export const asChange = (cents: number) => `${cents > 0 ? '+' : ''}${inDollars(cents)}`

/** The formatted value, or null where there is not enough data. */
export const formatOrNull = <Value>(value: Value | null, format: (value: Value) => string) =>
  value === null ? null : format(value)

const integers = new Intl.NumberFormat('en-US')
export const inNumbers = (count: number) => integers.format(count)

const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
})

/** Compact, for chart axes: 120000 cents as `$1.2K`. */
export const inFewDollars = (cents: number) => short.format(cents / 100)

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** A fraction as `8.3%`. */
export const inPercent = (part: number) => `${tenths.format(part * 100)}%`

const inUnits = (one: string) => (count: number) =>
  `${integers.format(count)} ${one}${count === 1 ? '' : 's'}`

/** 1 as `1 member`. */
export const inMembers = inUnits('member')
export const inPosts = inUnits('post')
export const inLikes = inUnits('like')

export const inPoints = (difference: number) =>
  `${tenths.format(difference)} ${difference === 1 ? 'point' : 'points'}`

/** 1 as `1 month`. */
export const inMonths = (count: number) => `${count} ${count === 1 ? 'month' : 'months'}`

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** A month like 2026-10-01 as `Oct`, the first of a year as `Jan 27`. */
export function shortMonth(month: string): string {
  const name = monthName.format(new Date(month))
  return month.slice(5, 7) === '01' ? `${name} ${month.slice(2, 4)}` : name
}

export const monthAt = (now: number) => `${new Date(now).toISOString().slice(0, 7)}-01`

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
  ['refund_failed', 'Failed refund'],
  ['dispute', 'Disputed payment'],
  ['dispute_reversed', 'Dispute won'],
  ...Object.entries(movements).map(([kind, { name }]) => [kind, name] as const),
])

/** The label of a row: the name of the payment or movement, or the post's own title. */
export const rowText = ({ what, postId }: Pick<TracedRow, 'what' | 'postId'>) =>
  postId ? what : (names.get(what) ?? what)

/** Explains a difference between a month's revenue and its statement; null when they agree. */
export const lateText = (cents: number) =>
  cents === 0
    ? null
    : cents > 0
      ? `${inDollars(cents)} of this month is in a later statement.`
      : `${inDollars(-cents)} of an earlier month is included.`
