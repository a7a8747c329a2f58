import { monthAfter, monthOf } from '#time/months.ts'

/** How many months a list of figures goes back. */
export const monthsShown = 24

/**
 * Every month from the first in which there is anything to the running one, oldest first, those without anything too;
 * none where there is nothing yet. A provider whose clock is ahead may have brought in the next month already.
 */
export function everyMonth(known: Iterable<string>, now: Date): string[] {
  const sorted = [...known].toSorted()
  const last = [sorted.at(-1) ?? '', monthOf(now)].toSorted().at(-1)!
  const months: string[] = []
  for (let month = sorted[0]; month !== undefined && month <= last; month = monthAfter(month))
    months.push(month)
  return months
}
