import type { SQL } from 'drizzle-orm'

/** The values that identify the erased person in the tables. */
export type Erased = { personId: string; email: string }

export type RowFilter = (erased: Erased) => SQL

/**
 * How an erasure treats one table. `deleted`: the person's rows are deleted. `emptied`: their rows stay, `columns` are
 * overwritten, and `keeps` lists the text columns that identify no one. `untouched`: the table holds no personal data.
 * `apart` names the function that erases a table when deleting its rows is not enough; `erasureStatements` does the rest.
 */
export type ErasureRule =
  | { table: string; fate: 'deleted'; holds: string; whose: RowFilter; why?: string }
  | {
      table: string
      fate: 'emptied'
      holds: string
      whose: RowFilter
      columns: Record<string, (erased: Erased) => string | null>
      keeps: string[]
      why: string
    }
  | { table: string; fate: 'deleted' | 'emptied'; holds: string; apart: string; why?: string }
  | { table: string; fate: 'untouched'; why: string }
