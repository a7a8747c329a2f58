import type { Comparison } from '@touchline/contract/insights.ts'
import { formatMonth } from '#ui/dates.ts'
import { inPercent } from './texts.ts'

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const dayOfMonth = inUtc({ month: 'long', day: 'numeric' })
const dayMs = 24 * 60 * 60 * 1000

/** A change with its sign, such as `+10 members` or `-$5.00`. */
export const signed = (change: number, format: (value: number) => string) =>
  `${change < 0 ? '-' : '+'}${format(Math.abs(change))}`

/** 0.096 as `+9.6%`. */
export const signedPercent = (ratio: number) => signed(ratio, inPercent)

/** The last day of the month before: `October 31`. */
export const lastDayBefore = (month: string) => dayOfMonth.format(Date.parse(month) - dayMs)

/** The days of an earlier period: `October 2026`, `October 1 to 26`, `June 1 to August 26`. */
export function daysText({ from, through, until }: NonNullable<Comparison['earlier']>): string {
  if (until === null)
    return from === through ? formatMonth(from) : `${formatMonth(from)} to ${formatMonth(through)}`
  const last = new Date(Date.parse(until) - dayMs)
  const first = dayOfMonth.format(new Date(from))
  if (from !== through) return `${first} to ${dayOfMonth.format(last)}`
  return last.getUTCDate() === 1 ? first : `${first} to ${last.getUTCDate()}`
}
