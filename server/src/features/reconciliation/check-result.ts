import type { Equation } from '@touchline/contract/ledger.ts'
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

/** Something that breaks an equation: its id, and in a few words how. */
export type BreakingRow = { id: string; note: string }

const most = 20

export const isFull = (rows: BreakingRow[]) => rows.length >= most

/** Keeps the first rows of however many there are. */
export function keepFirst(rows: BreakingRow[], row: BreakingRow): void {
  if (!isFull(rows)) rows.push(row)
}
