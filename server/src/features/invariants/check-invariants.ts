import type { BalanceCheck } from '@touchline/contract/ledger.ts'
import { formatAmount } from '#features/reconciliation/books-report.ts'
import { measureBooks } from '#features/reconciliation/book-checks.ts'
import type { Services } from '#services.ts'
import { fileInvariants, type FileServices } from './file-invariants.ts'
import { type Invariant, toInvariant } from './invariant.ts'
import { rowInvariants } from './row-invariants.ts'

export type InvariantServices = FileServices & {
  /** null where the provider cannot or must not be asked: then the books are not held against it. */
  payments: Pick<Services['payments'], 'stripe'> | null
}

type Options = { isWhole?: boolean; toleranceMs?: number }

/**
 * Looks at everything that has to be true of a site in order, beside it or without it, and writes nothing: rows, files,
 * and the seven equations of money (`isWhole` and `toleranceMs` as for `measureBooks`). Refuses with 503 while the
 * provider does not answer.
 */
export async function checkInvariants(
  services: InvariantServices,
  options: Options = {},
): Promise<Invariant[]> {
  const { db, clock, payments } = services
  const there = [...(await rowInvariants(db, clock.now())), ...(await fileInvariants(services))]
  if (!payments) return there
  const { equations } = await measureBooks({ db, clock, payments }, options)
  // That nobody has two live subscriptions is among the rows.
  const money = equations.filter(({ number }) => number !== 6).map(toMoneyInvariant)
  return [...there, ...money]
}

function toMoneyInvariant({ name, unit, left, right, rows, holds }: BalanceCheck): Invariant {
  const breaks = [
    `${left.label}: ${formatAmount(left.value, unit)}, ${right.label}: ${formatAmount(right.value, unit)}`,
    ...rows.map(({ id, note }) => `${id} ${note}`),
  ]
  return toInvariant(name, unit === 'count' ? Math.max(left.value, right.value) : 1, holds ? [] : breaks)
}
