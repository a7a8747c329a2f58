import type { Invariant } from './invariant.ts'

/** The result as lines for a terminal: one per invariant, followed by its violations. */
export function invariantsReport(invariants: Invariant[]): string[] {
  const broken = invariants.filter((one) => one.broken > 0)
  return [
    ...invariants.flatMap(linesOf),
    '',
    broken.length === 0
      ? `All ${invariants.length} hold.`
      : `${broken.length} of ${invariants.length} ${broken.length === 1 ? 'does' : 'do'} not hold.`,
  ]
}

function linesOf({ name, checked, broken, examples }: Invariant): string[] {
  if (broken === 0) return [`holds   ${name} (${checked})`]
  const more = broken - examples.length
  return [
    `BROKEN  ${name} (${broken} of ${checked})`,
    ...examples.map((example) => `        - ${example}`),
    ...(more > 0 ? [`        and ${more} more`] : []),
  ]
}
