import type { Equation } from '@touchline/contract/ledger.ts'
import type { BreakingRow } from '#features/reconciliation/check-result.ts'

type Sides = {
  number: number
  name: string
  unit: Equation['unit']
  left: Equation['left']
  right: Equation['right']
  rows?: BreakingRow[]
}

/** An equation from its two sides: it holds when they are the same and no row breaks it. */
export function toEquation({ left, right, rows = [], ...named }: Sides): Equation {
  const difference = left.value - right.value
  return { ...named, left, right, rows, difference, holds: difference === 0 && rows.length === 0 }
}
