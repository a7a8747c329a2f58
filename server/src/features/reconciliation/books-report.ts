import type { BalanceCheck } from '@touchline/contract/ledger.ts'

/** A value in its unit: dollars or a count. */
export const formatAmount = (value: number, unit: BalanceCheck['unit']) =>
  unit === 'cents' ? `${value < 0 ? '-' : ''}$${(Math.abs(value) / 100).toFixed(2)}` : String(value)

/** The balance checks as lines for a terminal: both sides and the violations of each. */
export function booksReport(equations: BalanceCheck[]): string[] {
  const failed = equations.filter(({ holds }) => !holds)
  return [
    ...equations.flatMap((check) => ['', ...linesOf(check)]),
    '',
    failed.length === 0
      ? `All ${equations.length} balance checks pass.`
      : `Failed: ${failed.map(({ number }) => number).join(', ')} of ${equations.length}.`,
  ]
}

function linesOf({ number, name, unit, left, right, difference, holds, rows }: BalanceCheck): string[] {
  return [
    `${number}. ${name}: ${holds ? 'passed' : 'FAILED'}`,
    `   ${left.label}: ${formatAmount(left.value, unit)}`,
    `   ${right.label}: ${formatAmount(right.value, unit)}`,
    ...(difference === 0 ? [] : [`   Difference: ${formatAmount(difference, unit)}`]),
    ...rows.map(({ id, note }) => `   - ${id} ${note}`),
  ]
}
