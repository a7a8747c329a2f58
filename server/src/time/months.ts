import { formatMonth } from './format-date.ts'
const dayMs = 24 * 60 * 60 * 1000

/** How long after its last moment a month is closed, so that what the provider tells late is still in it. */
const closesAfterMs = 3 * dayMs

/** A month as the statements name it: its first day in UTC, like 2026-11-01. */
export const monthOf = (moment: Date) => `${moment.toISOString().slice(0, 7)}-01`

/** The first moment of a month. */
export const startOf = (month: string) => new Date(`${month}T00:00:00.000Z`)

/** The month after a month. */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return monthOf(new Date(Date.UTC(year, number, 1)))
}

/** The first moment that is no longer in a month. */
export const endOf = (month: string) => startOf(monthAfter(month))

/** When the statement of a month is written: three days after its end, 00:00 UTC. */
export const closesAt = (month: string) => new Date(endOf(month).getTime() + closesAfterMs)

/** A moment some days earlier. */
export const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * dayMs)

/** A month in words, like October 2026. */
export const monthText = (month: string) => formatMonth(startOf(month))
