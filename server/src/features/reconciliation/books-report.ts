import type { BalanceCheck } from '@touchline/contract/ledger.ts'

/** A side of an equation in its unit: dollars, or how many. */
export const formatAmount = (value: number, unit: BalanceCheck['unit']) =>
  unit === 'cents' ? `${value < 0 ? '-' : ''}$${(Math.abs(value) / 100).toFixed(2)}` : String(value)

/** The equations as lines for a terminal: both sides of each, and what breaks it. */
export function booksReport(equations: BalanceCheck[]): string[] {
  const broken = equations.filter(({ holds }) => !holds)
  return [
    ...equations.flatMap((equation) => ['', ...linesOf(equation)]),
    '',
    broken.length === 0
      ? `All ${equations.length} equations hold.`
      : `Broken: ${broken.map(({ number }) => number).join(', ')} of ${equations.length}.`,
  ]
}

function linesOf({ number, name, unit, left, right, difference, holds, rows }: BalanceCheck): string[] {
  return [
    `${number}. ${name}: ${holds ? 'holds' : 'BROKEN'}`,
    `   ${left.label}: ${formatAmount(left.value, unit)}`,
    `   ${right.label}: ${formatAmount(right.value, unit)}`,
    ...(difference === 0 ? [] : [`   Difference: ${formatAmount(difference, unit)}`]),
    ...rows.map(({ id, note }) => `   - ${id} ${note}`),
  ]
}
