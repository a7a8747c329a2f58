/** Something that breaks an equation: its id, and in a few words how. */
export type BreakingRow = { id: string; note: string }

const most = 20

export const isFull = (rows: BreakingRow[]) => rows.length >= most

/** Keeps the first rows of however many there are. */
export function keepFirst(rows: BreakingRow[], row: BreakingRow): void {
  if (!isFull(rows)) rows.push(row)
}
