import type { Leap } from '@touchline/contract/simulator.ts'

export const dayMs = 24 * 60 * 60 * 1000

/** Where a leap from `from` leads: the same day of the next month or year, or its last one where there is no such day. */
export function leapEnd(from: Date, leap: Leap): Date {
  if (leap === 'day') return new Date(from.getTime() + dayMs)
  const months = leap === 'month' ? 1 : 12
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + months)
  // A month too short for the day runs over into the next: its day 0 is the last of the month that was meant.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0)
  return to
}

/** The ends of the days that are lived through one after the other; the last one may be short. */
export function* daysBetween(from: Date, to: Date): Generator<Date> {
  for (let end = from.getTime() + dayMs; end < to.getTime(); end += dayMs) yield new Date(end)
  yield to
}
