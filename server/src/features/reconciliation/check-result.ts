import type { BalanceCheck } from '@touchline/contract/ledger.ts'
type Sides = {
  number: number
  name: string
  unit: BalanceCheck['unit']
  left: BalanceCheck['left']
  right: BalanceCheck['right']
  rows?: ViolatingRow[]
}

/** Builds a balance check: it holds when both sides are equal and there are no violations. */
export function toBalanceCheck({ left, right, rows = [], ...named }: Sides): BalanceCheck {
  const difference = left.value - right.value
  return { ...named, left, right, rows, difference, holds: difference === 0 && rows.length === 0 }
}

/** A violation: the id of a row and what is wrong with it. */
export type ViolatingRow = { id: string; note: string }

const maxRows = 20

export const isFull = (rows: ViolatingRow[]) => rows.length >= maxRows

export function addRow(rows: ViolatingRow[], row: ViolatingRow): void {
  if (!isFull(rows)) rows.push(row)
}
