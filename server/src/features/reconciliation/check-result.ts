import type { BalanceCheck } from '@touchline/contract/ledger.ts'
type Sides = {
  number: number
  name: string
  unit: BalanceCheck['unit']
  left: BalanceCheck['left']
  right: BalanceCheck['right']
  rows?: ViolatingRow[]
}

/** An equation from its two sides: it holds when they are the same and no row breaks it. */
export function toBalanceCheck({ left, right, rows = [], ...named }: Sides): BalanceCheck {
  const difference = left.value - right.value
  return { ...named, left, right, rows, difference, holds: difference === 0 && rows.length === 0 }
}

/** Something that breaks an equation: its id, and in a few words how. */
export type ViolatingRow = { id: string; note: string }

const maxRows = 20

export const isFull = (rows: ViolatingRow[]) => rows.length >= maxRows

/** Keeps the first rows of however many there are. */
export function addRow(rows: ViolatingRow[], row: ViolatingRow): void {
  if (!isFull(rows)) rows.push(row)
}
