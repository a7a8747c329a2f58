import type { BalanceCheck } from '@touchline/contract/ledger.ts'
import { formatAmount } from '#features/reconciliation/books-report.ts'
import { measureBooks } from '#features/reconciliation/book-checks.ts'
import type { Services } from '#services.ts'
import { fileInvariants, type FileServices } from './file-invariants.ts'
import { type Invariant, toInvariant } from './invariant.ts'
import { rowInvariants } from './row-invariants.ts'

export type InvariantServices = FileServices & {
  /** Null when the provider must not be called; the balance checks are then skipped. */
  payments: Pick<Services['payments'], 'stripe'> | null
}

type Options = { isWhole?: boolean; toleranceMs?: number }

/** Works on a running or stopped site and writes nothing. Throws 503 while the provider does not respond. */
export async function checkInvariants(
  services: InvariantServices,
  options: Options = {},
): Promise<Invariant[]> {
  const { db, clock, payments } = services
  const local = [...(await rowInvariants(db, clock.now())), ...(await fileInvariants(services))]
  if (!payments) return local
  const { equations } = await measureBooks({ db, clock, payments }, options)
  // Check 6 (one live subscription per person) is already among the row invariants.
  const money = equations.filter(({ number }) => number !== 6).map(toMoneyInvariant)
  return [...local, ...money]
}

function toMoneyInvariant({ name, unit, left, right, rows, holds }: BalanceCheck): Invariant {
  const violations = [
    `${left.label}: ${formatAmount(left.value, unit)}, ${right.label}: ${formatAmount(right.value, unit)}`,
    ...rows.map(({ id, note }) => `${id} ${note}`),
  ]
  return toInvariant(name, unit === 'count' ? Math.max(left.value, right.value) : 1, holds ? [] : violations)
}
