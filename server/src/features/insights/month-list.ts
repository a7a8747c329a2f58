import { monthAfter, monthOf } from '#time/months.ts'

export const monthsShown = 24

/**
 * Returns the months without gaps, oldest first. The last may be later than `now`: the provider's clock can be ahead.
 */
export function everyMonth(known: Iterable<string>, now: Date): string[] {
  const sorted = [...known].toSorted()
  const last = [sorted.at(-1) ?? '', monthOf(now)].toSorted().at(-1)!
  const months: string[] = []
  for (let month = sorted[0]; month !== undefined && month <= last; month = monthAfter(month))
    months.push(month)
  return months
}
