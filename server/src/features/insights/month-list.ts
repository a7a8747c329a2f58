import { monthAfter, monthOf } from '#time/months.ts'

/** Lists show at most this many months. */
export const monthsShown = 24

/**
 * Every month from the first known one to the current one, oldest first, without gaps; empty when none is known. The
 * list ends later than the current month when the provider's clock is ahead.
 */
export function everyMonth(known: Iterable<string>, now: Date): string[] {
  const sorted = [...known].toSorted()
  const last = [sorted.at(-1) ?? '', monthOf(now)].toSorted().at(-1)!
  const months: string[] = []
  for (let month = sorted[0]; month !== undefined && month <= last; month = monthAfter(month))
    months.push(month)
  return months
}
