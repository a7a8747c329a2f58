import { formatMonth } from './format-date.ts'
const dayMs = 24 * 60 * 60 * 1000

/** How long a month stays open after its end, for events that the provider reports late. */
const closesAfterMs = 3 * dayMs

/** The month of a moment, as its first day in UTC: 2026-11-01. */
export const monthOf = (moment: Date) => `${moment.toISOString().slice(0, 7)}-01`

export const startOf = (month: string) => new Date(`${month}T00:00:00.000Z`)

/** The month a number of months away, negative for earlier ones. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return monthOf(new Date(Date.UTC(year, number - 1 + count, 1)))
}

export const monthAfter = (month: string) => addMonths(month, 1)

export const endOf = (month: string) => startOf(monthAfter(month))

/** When a month's statement is written: three days after its end, 00:00 UTC. */
export const closesAt = (month: string) => new Date(endOf(month).getTime() + closesAfterMs)

/** A moment some days earlier. */
export const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * dayMs)

/** A month in words: October 2026. */
export const monthText = (month: string) => formatMonth(startOf(month))
