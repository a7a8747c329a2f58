import type { Leap } from '@touchline/contract/simulator.ts'

export const dayMs = 24 * 60 * 60 * 1000

/** Returns the end of a leap: the same day of the next month or year, or the last day of a shorter month. */
export function leapEnd(from: Date, leap: Leap): Date {
  if (leap === 'day') return new Date(from.getTime() + dayMs)
  const months = leap === 'month' ? 1 : 12
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + months)
  // setUTCMonth overflows into the next month; day 0 of that month is the last day of the intended one.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0)
  return to
}

/** Yields the end of each day between two times; the last day may be partial. */
export function* daysBetween(from: Date, to: Date): Generator<Date> {
  for (let end = from.getTime() + dayMs; end < to.getTime(); end += dayMs) yield new Date(end)
  yield to
}
